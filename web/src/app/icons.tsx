// Signs on buttons, drawn on a grid of 16 with lines of 1.5: one hand for the whole page.

const paths = {
  run: "M5 3.2v9.6l7.5-4.8z",
  stop: "M4.5 4.5h7v7h-7z",
  pause: "M5.5 4v8M10.5 4v8",
  undo: "M6 3.5 3 6.5l3 3M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7",
  redo: "M10 3.5l3 3-3 3M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9",
  save: "M3 3h8l2 2v8H3zM5.5 3v3.5h4V3M5 13V9.5h6V13",
  search: "M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 10l3.2 3.2",
  close: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3.5v9M3.5 8h9",
  minus: "M3.5 8h9",
  fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
  rotate: "M12.5 8A4.5 4.5 0 1 1 8 3.5h4M10 1.5l2 2-2 2",
  flipHorizontal: "M8 2.5v11M6 4.5v7L2 11.5zM10 4.5v7l4 0z",
  flipVertical: "M2.5 8h11M4.5 6h7L11.5 2zM4.5 10h7l0 4z",
  trash: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5",
  copy: "M6 5.5h7V13H6zM3 10.5V3h7v2.5",
  text: "M3 4h10M3 8h7M3 12h9",
  parameters: "M3 4.5h6M12 4.5h1M3 11.5h1M7 11.5h6M10.5 3v3M5.5 10v3",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1",
  moon: "M12.8 9.6A5.3 5.3 0 0 1 6.4 3.2a5.3 5.3 0 1 0 6.4 6.4z",
  help: "M5.8 6.2a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.8-1.1 1.6M8 12.2v.1",
  chevronRight: "M6 4l4 4-4 4",
  chevronDown: "M4 6l4 4 4-4",
  warning: "M8 2.5 14 13H2zM8 6.5v3M8 11.3v.1",
  error: "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM8 5v3.6M8 10.9v.1",
  info: "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM8 7.4V11M8 5.1v.1",
  file: "M4 2h5l3 3v9H4zM9 2v3h3",
  folder: "M2.5 4h4l1.5 1.5h5.5v7h-11z",
  lock: "M4 7.5h8V13H4zM5.8 7.5V5.3a2.2 2.2 0 0 1 4.4 0v2.2",
  menu: "M3 4.5h10M3 8h10M3 11.5h10",
  home: "M2.5 8 8 3l5.5 5M4 7v6h8V7",
  group: "M3 3h4v4H3zM9 9h4v4H9zM7 5h4v4",
  download: "M8 2.5v7M5 7l3 3 3-3M3 13h10",
  link: "M6.5 9.5l3-3M7 4.7l1.2-1.2a2.9 2.9 0 0 1 4.1 4.1L11 8.9M9 11.3l-1.2 1.2a2.9 2.9 0 0 1-4.1-4.1L5 7.1",
  eye: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  settings: "M3 5h5M12 5h1M3 11h1M8 11h5M10 3.5v3M6 9.5v3",
  chart: "M2.5 2.5v11h11M4.5 10l3-4 2.5 2.5L13 4.5",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
