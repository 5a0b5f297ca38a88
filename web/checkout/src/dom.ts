type Child = Node | string | null

/** One element: attributes (true is set, false and null are left out) and children (null is left out). */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | boolean | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (typeof value === 'string') element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== null))
  return element
}

export function button(text: string, onClick: () => void, className = 'quiet'): HTMLButtonElement {
  const element = el('button', { type: 'button', class: className }, text)
  element.addEventListener('click', onClick)
  return element
}
