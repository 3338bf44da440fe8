-- A session of Neovim with `dashpot lsp`: diagnostics, hover, completion, definition, renaming, formatting.
--
--   nvim --headless -u NONE -i NONE -c 'luafile session.lua' -c 'cquit 1'       with PROGRAM and FILE in the environment
local program, file = os.getenv("PROGRAM"), os.getenv("FILE")

local function check(condition, words)
  if condition then return end
  io.stderr:write("failed: " .. words .. "\n")
  vim.cmd("cquit 1")
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  check(answers, method .. " is not answered")
  for _, answer in pairs(answers) do
    check(not answer.err, method .. ": " .. vim.inspect(answer.err))
    return answer.result
  end
  check(false, method .. " has no answer")
end

vim.cmd("edit " .. vim.fn.fnameescape(file))
local client = vim.lsp.start_client({ name = "dashpot", cmd = { program, "lsp" }, root_dir = vim.fn.fnamemodify(file, ":h") })
check(client, "the server does not start")
vim.lsp.buf_attach_client(0, client)
check(vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20), "no diagnostics")
local found = vim.diagnostic.get(0)[1]
check(found.message:find("speeed", 1, true), "the diagnostic is: " .. found.message)
check(found.lnum == 3, "the diagnostic stands in line " .. found.lnum)

-- The file has a character of two UTF-16 units in front of the name.
local column = vim.api.nvim_buf_get_lines(0, 3, 4, true)[1]:find("speeed", 1, true)
check(found.col == column - 1, "the diagnostic stands in column " .. found.col)
vim.api.nvim_win_set_cursor(0, { 4, column })
vim.api.nvim_buf_set_text(0, 3, found.col, 3, found.col + #"speeed", { "speed" })
check(vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 20), "the diagnostic does not vanish")

local params = vim.lsp.util.make_position_params()
local hover = ask("textDocument/hover", params)
check(hover and hover.contents.value:find("Of the piston", 1, true), "hover: " .. vim.inspect(hover))
local definition = ask("textDocument/definition", params)
check(definition.range.start.line == 1, "definition: " .. vim.inspect(definition))
check(#ask("textDocument/completion", params).items > 0, "no completion")
params.newName = "velocity"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", params), "utf-16")
check(vim.api.nvim_buf_get_lines(0, 1, 2, true)[1]:find("Real velocity", 1, true), "renaming has not changed the declaration")
vim.lsp.util.apply_text_edits(
  ask("textDocument/formatting", vim.lsp.util.make_formatting_params({ tabSize = 4, insertSpaces = true })), 0, "utf-16")
check(vim.api.nvim_buf_get_lines(0, 1, 2, true)[1]:find("^    Real velocity"), "formatting has not indented")
vim.lsp.stop_client(client)
check(vim.wait(20000, function() return vim.lsp.client_is_stopped(client) end, 20), "the server does not stop")
io.stdout:write("Neovim and the server agree\n")
vim.cmd("qall!")
