// Ctrl+K: every command that can be done now, found by typing.
import { signal } from "@preact/signals";
import { PickList } from "./pick_list";
import { shownKey } from "./keys";
import { commands, isEnabled, runCommand } from "./registry";

export const isPaletteOpen = signal(false);

export function CommandPalette() {
  if (!isPaletteOpen.value) return null;
  const items = [...commands.value.values()]
    .filter((command) => command.listed !== false && command.id !== "help.commands" && isEnabled(command))
    .map((command) => ({
      id: command.id,
      title: command.title,
      detail: command.group,
      key: command.keys?.[0] === undefined ? undefined : shownKey(command.keys[0]),
    }));
  return (
    <PickList
      label="Commands"
      placeholder="Type what you want to do"
      items={items}
      onPick={(id) => runCommand(id)}
      onClose={() => (isPaletteOpen.value = false)}
    />
  );
}
