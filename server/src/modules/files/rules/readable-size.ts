const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** `47.1 KiB`: for people, in steps of 1,024. */
export function readableSize(bytes: number): string {
  let rest = bytes
  let step = 0
  // Nobody reads "1024.0 KiB".
  while (rest >= (step === 0 ? 1024 : 1023.95) && step < UNITS.length - 1) {
    rest /= 1024
    step += 1
  }
  return `${step === 0 ? rest : rest.toFixed(1)} ${UNITS[step]}`
}
