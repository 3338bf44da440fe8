import { registerPanel } from "../app/panels";
import { followSelection } from "./component_details";
import { ParametersPanel } from "./parameters_panel";

registerPanel({ id: "parameters", title: "Parameters", place: "right", order: 10, view: ParametersPanel });
followSelection();
