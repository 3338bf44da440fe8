import { computed } from "@preact/signals";
import { registerPanel } from "../app/panels";
import { problems, ProblemsPanel } from "./problems_panel";

const badge = computed(() => (problems.value.length === 0 ? undefined : String(problems.value.length)));
registerPanel({ id: "problems", title: "Problems", place: "dock", order: 20, view: ProblemsPanel, badge });
