// Starts `dashpot lsp` and connects it with the editor; simulations run in a terminal.
"use strict";

const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function settings() {
  return vscode.workspace.getConfiguration("dashpot");
}

function makeClient() {
  const command = settings().get("path", "dashpot");
  const executable = { command, args: ["lsp"], transport: TransportKind.stdio };
  return new LanguageClient("dashpot", "Dashpot", executable, {
    documentSelector: [
      { scheme: "file", language: "modelica" },
      { scheme: "untitled", language: "modelica" },
    ],
    initializationOptions: { libraries: settings().get("libraries", []) },
    synchronize: {
      configurationSection: "dashpot",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.mo,package.order}"),
    },
  });
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
      `Dashpot: '${settings().get("path")}' cannot be started (${error.message}). Is the program installed?`,
      "Open Settings",
    );
    if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", "dashpot.path");
  }
}

// The terminal gets the arguments one by one: no shell reads the name of a file.
async function simulate(uri, model) {
  const editor = vscode.window.activeTextEditor;
  const target = uri ? vscode.Uri.parse(uri) : editor && editor.document.uri;
  if (!target || target.scheme !== "file") {
    vscode.window.showInformationMessage("Dashpot: save the model in a file first.");
    return;
  }
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === target.toString());
  if (document && document.isDirty) await document.save();
  const shellArgs = ["simulate", target.fsPath];
  if (model) shellArgs.push("--model", model);
  for (const folder of settings().get("libraries", [])) shellArgs.push("--library", folder);
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    `simulate ${model || path.basename(target.fsPath)}`,
    "dashpot",
    new vscode.ProcessExecution(settings().get("path", "dashpot"), shellArgs, { cwd: path.dirname(target.fsPath) }),
  );
  await vscode.tasks.executeTask(task);
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("dashpot.simulate", simulate),
    vscode.commands.registerCommand("dashpot.restart", async () => {
      if (client) await client.stop().catch(() => {});
      await start();
    }),
  );
  await start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
