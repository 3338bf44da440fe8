// All types of the protocol from one door.
export * from "./drawing";
export * from "./messages";
export * from "./lsp";
