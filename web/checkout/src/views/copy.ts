/** Copies an element's text. Where the browser forbids it (no https), the text is at least selected. */
export async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(element)
    // Old, but the one way on a page without https.
    return document.execCommand('copy')
  }
}
