/** One line for the person at the terminal. On stderr, so that a command's own output can be piped. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** A problem the person can solve: one sentence, no stack trace. */
export function giveUp(sentence) {
  say(sentence)
  process.exit(1)
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
