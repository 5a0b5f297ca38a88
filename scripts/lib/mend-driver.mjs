/**
 * The database driver (postgres 3.4.9) forgets to clean up when a connection breaks. What the old connection had half
 * written goes to the new one, or to nobody, and then ends the process; the old one's error is thrown at the new one's
 * first query; the new one may never write again. An error of the driver's own first question is heard by nobody, which
 * ends the process too; so is one of a connection that was closed already (github.com/porsager/postgres, issues 1133,
 * 1154 and 1208). These lines are put into it when it is bundled, and when tests load it; what lies in node_modules
 * stays as it is.
 */
const MENDS = [
  // What is just being written to the old connection fails later, with nobody left to hear it.
  { after: '    lifeTimer.cancel()\n    connectTimer.cancel()\n', lines: '    const old = socket\n' },
  {
    // Nothing is written from here on, until `connect` begins anew.
    after: '    socket.removeAllListeners()\n    socket = null\n',
    lines: "    old.on('error', () => {})\n    terminated = true\n    chunk = nextWriteTimer = errorResponse = null\n",
  },
  {
    // The query has been told by now, and must not be told again by the next connection. Those behind it may have come
    // after the error that broke the connection: then nobody has told them.
    after: "(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    lines:
      "    while (sent.length) queryError(sent.shift(), Errors.connection('CONNECTION_CLOSED', options, socket))\n" +
      '    query = results = null\n    result = new Result()\n',
  },
  // What it asks by itself on a new connection: the statement that waits for it is told of an error, and nobody else.
  { after: 'return fetchArrayTypes()', lines: '.catch(() => {})' },
  { after: 'return fetchState()', lines: '.catch(() => {})' },
]

export const DRIVER_FILE = /[\\/]node_modules[\\/]postgres[\\/]src[\\/]connection\.js$/

export function mendDriver(source) {
  return MENDS.reduce((text, { after, lines }) => {
    const parts = text.split(after)
    if (parts.length === 2) return parts.join(after + lines)
    throw new Error(
      'the database driver is another one than the one that is mended here: see scripts/lib/mend-driver.mjs',
    )
  }, source)
}
