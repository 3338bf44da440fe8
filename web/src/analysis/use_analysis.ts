// The state of a question to the server: under way, answered, refused.
import { useState } from "preact/hooks";

export interface Asked<T> {
  result: T | undefined;
  fault: string;
  isUnderWay: boolean;
  start(question: () => Promise<T>): void;
}

export function useAnalysis<T>(): Asked<T> {
  const [state, setState] = useState<{ result: T | undefined; fault: string; isUnderWay: boolean }>({
    result: undefined,
    fault: "",
    isUnderWay: false,
  });
  const start = (question: () => Promise<T>) => {
    setState({ ...state, fault: "", isUnderWay: true });
    question().then(
      (result) => setState({ result, fault: "", isUnderWay: false }),
      (error: Error) => setState({ result: undefined, fault: error.message, isUnderWay: false }),
    );
  };
  return { ...state, start };
}
