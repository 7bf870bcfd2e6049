-- Drives `minigo dap` by nvim-dap, and prints a transcript: see nvim.sh.

local dap = require("dap")
local minigo, folder = vim.env.MINIGO, vim.env.FOLDER
local patience = 120000

-- Lines of the transcript. Standard error is where a headless nvim prints.
local function say(...)
  local line = table.concat({ ... }, " ")
  line = line:gsub(vim.pesc(folder) .. "/", ""):gsub("0x%x+", "ADDRESS")
  io.stdout:write(line, "\n")
end

local function fail(what)
  say("FAILED:", what)
  vim.cmd("cquit 1")
end

local function wait(what, is_done)
  if not vim.wait(patience, is_done, 2) then
    fail("no " .. what)
  end
end

-- Complaints of the client about the server belong to the transcript.
vim.notify = function(text)
  say("  notify:", text)
end

dap.adapters.minigo = { type = "executable", command = minigo, args = { "dap" }, options = { initialize_timeout_sec = 60 } }
dap.defaults.fallback.exception_breakpoints = {}
-- The client loads the source of a stop without a question.
vim.o.swapfile, vim.o.hidden, vim.o.shortmess = false, true, "aoOtTIcFA"

local session, events, output

for _, name in ipairs({ "stopped", "exited", "terminated", "output", "continued", "thread", "breakpoint", "invalidated" }) do
  dap.listeners.after["event_" .. name]["transcript"] = function(from, body)
    if from ~= dap.session() and from ~= session then
      -- The end of an earlier program.
      return
    elseif name == "output" then
      output[body.category] = (output[body.category] or "") .. body.output
    else
      table.insert(events, { name = name, body = body or {} })
    end
  end
end

local function ask(command, arguments)
  local done, err, body
  session:request(command, arguments, function(e, b)
    done, err, body = true, e, b
  end)
  wait("answer to " .. command, function() return done end)
  if err then
    return nil, err.message or vim.inspect(err)
  end
  return body or {}
end

local function take(...)
  for i, event in ipairs(events) do
    for _, name in ipairs({ ... }) do
      if event.name == name then
        return table.remove(events, i)
      end
    end
  end
end

local function show_output()
  for _, category in ipairs({ "console", "stdout", "stderr" }) do
    for line in (output[category] or ""):gmatch("[^\n]+") do
      say("  " .. category .. ":", line)
    end
  end
  output = {}
end

local thread, frame

-- Waits until the program stops or ends, and the client has shown where.
local function wait_for_stop()
  local event
  wait("stop", function()
    event = event or take("stopped", "exited")
    return event
  end)
  if event.name == "exited" then
    wait("end", function() return take("terminated") end)
    show_output()
    say("  exited with", tostring(event.body.exitCode))
    return
  end
  thread = event.body.threadId
  wait("frame", function()
    local shown = session.current_frame
    return session.stopped_thread_id == thread and shown and shown.scopes
  end)
  frame = session.current_frame
  local body = event.body
  local text = body.text and " (" .. body.text:gsub("G%d+", "GN") .. ")" or ""
  say("  stopped: " .. body.reason .. text, frame.name, frame.source.name .. ":" .. frame.line)
  -- The client moves the cursor to the line.
  local at = vim.fn.expand("%:t") .. ":" .. vim.fn.line(".")
  if at ~= frame.source.name .. ":" .. frame.line then
    say("  the cursor is at", at)
  end
end

local steps = {}

local function run(file, more, configuration)
  events, output = {}, {}
  dap.clear_breakpoints()
  vim.cmd("silent edit " .. folder .. "/" .. file)
  for line, options in pairs(more.breakpoints or {}) do
    vim.fn.cursor(line, 1)
    options = type(options) == "table" and options or {}
    dap.set_breakpoint(options.condition, options.hits, options.log)
  end
  configuration.type, configuration.name = "minigo", "t"
  for key, value in pairs(more.arguments or {}) do
    configuration[key] = value
  end
  dap.defaults.minigo.exception_breakpoints = more.failures or {}
  frame = nil
  dap.run(configuration)
  wait("session", function()
    session = dap.session() or session
    return dap.session() and session.initialized
  end)
end

function steps.launch(file, more)
  run(file, more, { request = "launch", program = folder .. "/" .. file })
end

-- Attaches to a program that `minigo run --debug-port` runs, and that waits for a debugger.
function steps.attach(file, more)
  local printed, port, token = "", nil, nil
  -- A line may arrive in parts.
  local function read(_, lines)
    printed = printed .. table.concat(lines, "\n")
    port, token = printed:match("attach at 127.0.0.1:(%d+), token (%x+)\n")
  end
  vim.fn.jobstart({ minigo, "run", "--debug-port", "0", "--debug-wait", folder .. "/" .. file }, { on_stderr = read })
  wait("token", function() return token end)
  run(file, more, { request = "attach", port = tonumber(port), token = token })
end

steps.stops = wait_for_stop

-- A step or continue by the client's own command.
local function go(command)
  return function()
    session.current_frame.scopes = nil
    dap[command]()
    wait_for_stop()
  end
end
steps.next, steps.into, steps.out = go("step_over"), go("step_into"), go("step_out")

function steps.continue_running()
  dap.continue()
end

steps.back, steps.rcont, steps.continue = go("step_back"), go("reverse_continue"), go("continue")

function steps.clear()
  dap.clear_breakpoints()
  vim.wait(20)
end

local function first_of(list, name)
  for _, one in ipairs(list) do
    if one.name == name then
      return one
    end
  end
end

local function show_variables(variables)
  for _, v in ipairs(variables) do
    local more = v.variablesReference > 0 and " +" or ""
    say("  " .. v.name, v.type .. " = " .. v.value:gsub("G%d+", "GN") .. more)
  end
end

-- The variables that the client has loaded itself.
function steps.locals()
  wait("variables", function() return frame.scopes[1].variables end)
  local all = vim.tbl_values(frame.scopes[1].variables)
  local body = ask("variables", { variablesReference = frame.scopes[1].variablesReference })
  if #all ~= #body.variables then
    fail("the client has other variables")
  end
  show_variables(body.variables)
end

function steps.globals()
  local scope = frame.scopes[2]
  if not scope then
    return say("  the package has no variables")
  end
  show_variables(ask("variables", { variablesReference = scope.variablesReference }).variables)
end

function steps.expand(path)
  local reference = frame.scopes[1].variablesReference
  for name in path:gmatch("[^/]+") do
    reference = first_of(ask("variables", { variablesReference = reference }).variables, name).variablesReference
  end
  show_variables(ask("variables", { variablesReference = reference }).variables)
end

local function answer(body, err, ...)
  if err then
    return say("  error:", (err:gsub("G%d+", "GN")))
  end
  local texts = {}
  for _, field in ipairs({ ... }) do
    table.insert(texts, field .. "=" .. tostring(vim.inspect(body[field])))
  end
  say("  " .. table.concat(texts, " "))
end

function steps.evaluate(text, context)
  local body, err = ask("evaluate", { expression = text, frameId = frame.id, context = context or "repl" })
  answer(body, err, "result", "type")
end

function steps.set(name, value)
  local reference = frame.scopes[1].variablesReference
  local body, err = ask("setVariable", { variablesReference = reference, name = name, value = value })
  answer(body, err, "value")
end

function steps.set_expression(name, value)
  local body, err = ask("setExpression", { expression = name, value = value, frameId = frame.id })
  answer(body, err, "value")
end

function steps.complete(text)
  local body = ask("completions", { text = text, column = #text + 1, frameId = frame.id })
  local labels = vim.tbl_map(function(target) return target.label end, body.targets)
  say("  " .. table.concat(labels, " "))
end

function steps.count()
  say("  " .. #ask("threads").threads .. " threads")
end

-- All goroutines have a name and a stack.
function steps.threads()
  local threads, deepest = ask("threads").threads, 0
  local functions = {}
  for _, one in ipairs(threads) do
    local body, err = ask("stackTrace", { threadId = one.id, startFrame = 0, levels = 20 })
    if err then
      fail("stackTrace: " .. err)
    end
    deepest = math.max(deepest, body.totalFrames)
    local own = vim.tbl_filter(function(f) return f.presentationHint == nil end, body.stackFrames)
    local name = own[1] and own[1].name or "(library)"
    functions[name] = (functions[name] or 0) + 1
  end
  local counts = {}
  for name, count in pairs(functions) do
    table.insert(counts, name .. "*" .. count)
  end
  table.sort(counts)
  say("  " .. #threads .. " threads: " .. table.concat(counts, ", "))
end

function steps.stack()
  for _, f in ipairs(ask("stackTrace", { threadId = thread }).stackFrames) do
    say("  " .. f.name, f.source.name .. ":" .. f.line, f.presentationHint or "")
  end
end

function steps.up()
  dap.up()
  wait("frame", function() return session.current_frame.id ~= frame.id and session.current_frame.scopes end)
  frame = session.current_frame
  say("  " .. frame.name .. " " .. frame.source.name .. ":" .. frame.line)
end

function steps.exception()
  answer(ask("exceptionInfo", { threadId = thread }), nil, "exceptionId", "description", "breakMode")
end

function steps.functions(...)
  local names = vim.tbl_map(function(name) return { name = name } end, { ... })
  for _, b in ipairs(ask("setFunctionBreakpoints", { breakpoints = names }).breakpoints) do
    say("  verified=" .. tostring(b.verified), "line=" .. tostring(b.line))
  end
end

function steps.locations(file, first, last)
  local body = ask("breakpointLocations", { source = { path = folder .. "/" .. file }, line = first, endLine = last })
  say("  " .. table.concat(vim.tbl_map(function(b) return tostring(b.line) end, body.breakpoints), " "))
end

function steps.sources()
  for _, source in ipairs(ask("loadedSources").sources) do
    say("  " .. source.path)
  end
end

function steps.disassemble(count)
  local at = ask("stackTrace", { threadId = thread, levels = 1 }).stackFrames[1].instructionPointerReference
  local code = ask("disassemble", { memoryReference = at, instructionCount = count }).instructions
  say("  " .. #code .. " instructions, the first at line " .. code[1].line)
end

function steps.why()
  for _, line in ipairs(ask("minigo/why", { threadId = thread }).lines) do
    say("  " .. line:gsub("G%d+", "GN"):gsub("goroutine %d+", "goroutine N"))
  end
end

function steps.waits()
  for _, edge in ipairs(ask("minigo/waits").waits) do
    say("  goroutine waits for " .. edge.reason, "goroutine " .. edge.waitsFor)
  end
end

function steps.who(text)
  session.current_frame.scopes = nil
  local _, err = ask("minigo/who", { expression = text, frameId = frame.id })
  if err then
    return say("  error:", err)
  end
  wait_for_stop()
end

-- Data breakpoints for variables of the frame; none: they are removed.
function steps.watch(...)
  local wanted = {}
  for _, name in ipairs({ ... }) do
    local condition
    name, condition = name:match("^(%S+) if (.+)$") or name, name:match("^%S+ if (.+)$")
    local reference = frame.scopes[1].variablesReference
    if name:find("[.%[*]") then
      reference = nil
    end
    local body, err = ask("dataBreakpointInfo", { variablesReference = reference, name = name, frameId = frame.id })
    answer(body, err, "description", "accessTypes")
    if body and body.dataId ~= vim.NIL then
      table.insert(wanted, { dataId = body.dataId, accessType = "write", condition = condition })
    end
  end
  for _, b in ipairs(ask("setDataBreakpoints", { breakpoints = wanted }).breakpoints) do
    say("  verified=" .. tostring(b.verified), b.message or "")
  end
end

function steps.pause()
  vim.wait(100)
  dap.pause(1)
  wait_for_stop()
end

function steps.terminate()
  dap.terminate()
  wait("end", function() return dap.session() == nil end)
  say("  the session is over")
end

function steps.disconnect()
  dap.disconnect({ terminateDebuggee = true })
  wait("end", function() return dap.session() == nil end)
  say("  the session is over")
end

function steps.refused(command, arguments)
  local _, err = ask(command, arguments)
  say("  error:", err or "none")
end

local function run_case(case)
  say("== " .. case[1])
  for i = 2, #case do
    local step = case[i]
    say("> " .. table.concat(vim.tbl_map(function(word)
      return type(word) == "table" and vim.inspect(word, { newline = "", indent = "" }) or tostring(word)
    end, step), " "))
    steps[step[1]](unpack(step, 2))
  end
end

local ok, why = pcall(function()
  for _, case in ipairs(dofile(vim.env.CASES)) do
    run_case(case)
    wait("end of the session", function() return dap.session() == nil end)
  end
end)
if not ok then
  fail(why)
end
vim.cmd("quitall!")
