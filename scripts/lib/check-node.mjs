// Imported first by every script, for its effect: nothing else runs on a Node that is too old.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Till needs Node 20.19 or newer, and this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
