// Texts that are not saved yet, kept in the browser: they outlive a crash of the page and an end of the server.

export interface Draft {
  uri: string;
  path: string | undefined;
  text: string;
  /** Of the content on disk that the draft began from. */
  hash: string | null;
  /** Milliseconds since 1970. */
  time: number;
}

/** What Drafts needs of localStorage. */
export interface Storage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const prefix = "dashpot.draft:";

export class Drafts {
  constructor(private readonly storage: Storage) {}

  /** False if the browser has no room for it. */
  put(draft: Draft): boolean {
    try {
      this.storage.setItem(prefix + draft.uri, JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  get(uri: string): Draft | undefined {
    const text = this.storage.getItem(prefix + uri);
    if (text === null) return undefined;
    try {
      return JSON.parse(text) as Draft;
    } catch {
      return undefined; // written by something else: not ours to use
    }
  }

  remove(uri: string): void {
    this.storage.removeItem(prefix + uri);
  }

  all(): Draft[] {
    const drafts: Draft[] = [];
    for (let i = 0; i < this.storage.length; i++) {
      const key = this.storage.key(i);
      if (!key?.startsWith(prefix)) continue;
      const draft = this.get(key.slice(prefix.length));
      if (draft) drafts.push(draft);
    }
    return drafts.sort((a, b) => b.time - a.time);
  }
}
