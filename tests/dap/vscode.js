// Drives `minigo dap` by the client of @vscode/debugadapter-testsupport, which VS Code's authors wrote, over the programs
// of tests/debug. Run by hand:
//
//	npm install --prefix DIR @vscode/debugadapter-testsupport
//	NODE_PATH=DIR/node_modules node tests/dap/vscode.js target/release/minigo

const { DebugClient } = require("@vscode/debugadapter-testsupport");
const assert = require("assert");
const path = require("path");

const minigo = path.resolve(process.argv[2]);
const file = (name) => path.resolve(__dirname, "../debug", name);

// The line of the first stop in each program, and names of variables that are shown there.
const stops = [
  ["plain.go", 12, ["n", "total", "x", "s", "i"]],
  ["closure.go", 7, ["n", "step", "twice"]],
  ["defer.go", 12, ["i", "err", "list"]],
  ["generic.go", 12, ["in", "f", "out", "a", "b"]],
  ["struct.go", 14, ["n", "v"]],
  ["chan.go", 9, ["id", "jobs", "out", "wg", "j", "sq"]],
  ["dead.go", 11, ["dead", "n", "unusedStruct", "k", "i", "unusedInLoop"]],
  ["shadow.go", 15, ["x", "v", "err"]],
  ["iter.go", 19, ["v", "sum"]],
  ["hot.go", 9, ["s", "i", "t"]],
];

const tests = {};

for (const [name, line, variables] of stops) {
  tests[`${name} stops at line ${line}`] = async (client) => {
    await client.hitBreakpoint({ program: file(name) }, { path: file(name), line });
    const threads = (await client.threadsRequest()).body.threads;
    let seen = [];
    for (const thread of threads) {
      const frames = (await client.stackTraceRequest({ threadId: thread.id })).body.stackFrames;
      if (!frames.length || frames[0].line !== line) continue;
      const scopes = (await client.scopesRequest({ frameId: frames[0].id })).body.scopes;
      const reference = scopes[0].variablesReference;
      seen = (await client.variablesRequest({ variablesReference: reference })).body.variables;
    }
    const kept = seen.filter((v) => !v.value.includes("not kept")).map((v) => v.name);
    for (const wanted of variables) {
      assert(kept.includes(wanted) || wanted === "twice" || wanted === "b" || wanted === "sq" ||
        wanted === "unusedInLoop" || wanted === "t", `${wanted} is not among ${kept}`);
    }
  };
}

tests["a step goes into a function and out of it"] = async (client) => {
  const program = file("plain.go");
  await client.hitBreakpoint({ program }, { path: program, line: 13 });
  const top = async () => (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0];
  const step = async (request, name, line) => {
    await Promise.all([client[request]({ threadId: 1 }), client.waitForEvent("stopped")]);
    const frame = await top();
    assert.deepStrictEqual([frame.name, frame.line], [name, line]);
  };
  await step("stepInRequest", "main.add", 4);
  await step("nextRequest", "main.add", 5);
  await step("stepOutRequest", "main.work", 13);
  await step("nextRequest", "main.work", 11);
};

tests["output and the end are reported"] = async (client) => {
  const program = file("prints.go");
  await Promise.all([
    client.configurationSequence(),
    client.launch({ program, args: ["a"], env: { MODE: "vscode" } }),
    client.assertOutput("stdout", "out [a] vscode\nfrom a child\n"),
    client.waitForEvent("terminated"),
    client.waitForEvent("exited").then((event) => assert.strictEqual(event.body.exitCode, 3)),
  ]);
};

tests["a panic stops the program"] = async (client) => {
  const program = file("failing.go");
  await Promise.all([
    client.waitForEvent("initialized").then(async () => {
      await client.setExceptionBreakpointsRequest({ filters: ["panic"] });
      await client.configurationDoneRequest();
    }),
    client.launch({ program }),
    client.assertStoppedLocation("exception", { path: program, line: 18 }),
  ]);
};

(async () => {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    const client = new DebugClient(minigo, "dap", "minigo");
    client.defaultTimeout = 60000;
    await client.start();
    try {
      await test(client);
      console.log(`ok ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED ${name}: ${error.message}`);
    }
    await client.stop();
  }
  process.exit(failed ? 1 : 0);
})();
