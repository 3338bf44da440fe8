// The first page: a guided first circuit, one's own files, and the example machines as drawn cards.
import { useEffect } from "preact/hooks";
import { openPath } from "../app/actions";
import { Icon } from "../app/icons";
import { report } from "../app/messages";
import { session } from "../app/state";
import { rpc } from "../app/connection";
import { newFromStarter } from "../files/file_actions";
import { files, refreshFiles, unsavedPaths } from "../files/file_list";
import { starters } from "../files/starters";
import { ExampleCard } from "./example_card";
import { openExample } from "./open_example";
import { recent } from "./recent";
import { beginTour } from "./tour_view";

export function StartPage() {
  const known = session.value;
  useEffect(() => {
    if (rpc.state.value === "online") void refreshFiles().catch(report);
  }, [rpc.state.value]);
  const paths = [...unsavedPaths.value, ...files.value.map((file) => file.path).filter((path) => path.endsWith(".mo"))];
  const lately = recent.value.filter((path) => paths.includes(path) && !unsavedPaths.value.includes(path));
  const listed = lately.length > 0 ? [...unsavedPaths.value, ...lately] : paths.slice(0, 12);
  return (
    <div class="start-page">
      <header class="start-head">
        <div>
          <h1>Draw a machine, run it, see it</h1>
          <p class="quiet">
            Circuits of oil, steel and copper, computed by methods that take stiffness lightly. The file is plain Modelica.
          </p>
        </div>
        <button class="button primary large" data-testid="tour" disabled={known?.readonly} onClick={() => beginTour().catch(report)}>
          <Icon name="run" /> Your first circuit, in eight steps
        </button>
      </header>
      {!known?.readonly && (
        <section aria-label="New">
          <h2>New</h2>
          <div class="starter-row">
            {starters.map((starter) => (
              <button key={starter.id} class="starter" onClick={() => newFromStarter(starter).catch(report)}>
                <strong>{starter.title}</strong>
                <small class="quiet">{starter.description}</small>
              </button>
            ))}
          </div>
        </section>
      )}
      {paths.length > 0 && (
        <section aria-label="Your files">
          <h2>{lately.length > 0 ? "Where you were" : "In this folder"}</h2>
          <ul class="recent">
            {listed.map((path) => (
              <li key={path}>
                <button class="link" onClick={() => openPath(path).catch(report)}>
                  <Icon name="file" size={14} /> {path}
                </button>
                {unsavedPaths.value.includes(path) && <small class="quiet"> not saved yet</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Examples">
        <h2>Machines to look at</h2>
        <div class="cards">
          {(known?.examples ?? []).map((example) => (
            <ExampleCard
              key={example.path ?? example.class ?? example.title}
              example={example}
              onOpen={() => openExample(example).catch(report)}
            />
          ))}
        </div>
      </section>
      <footer class="quiet start-foot">
        <kbd>?</kbd> shows all keys, <kbd>Ctrl+K</kbd> finds every command. {known && `Dashpot ${known.version}`}
      </footer>
    </div>
  );
}
