import { vi } from 'vitest'

/** The tab's storage, as far as the page uses it. What stands in it can be looked at. */
export function stubStorage(): Map<string, string> {
  const held = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  })
  return held
}

/** As in a frame whose browser allows it no storage. */
export function stubNoStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
}
