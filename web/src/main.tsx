import { render } from "preact";
import { startConnection } from "./app/connection";
import { Shell } from "./app/shell";
import { listenToKeys } from "./commands/keyboard";
import "./features";
import "./styles/index.css";

listenToKeys();
startConnection();
render(<Shell />, document.getElementById("app") as HTMLElement);
