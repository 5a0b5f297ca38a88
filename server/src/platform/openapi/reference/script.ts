/** The page's script, served as a file of its own: pages have no inline script. */
export const SCRIPT = `const filter = document.getElementById('filter')
const nothing = document.getElementById('nothing')
const menu = document.getElementById('menu')
const entries = [...document.querySelectorAll('[data-text]')]
const groups = [...document.querySelectorAll('[data-group]')]

function apply() {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.text.includes(word))
  for (const group of groups) group.hidden = group.querySelector('[data-text]:not([hidden])') === null
  for (const part of document.querySelectorAll('#overview, #shapes')) part.hidden = words.length > 0
  nothing.hidden = groups.some((group) => !group.hidden)
}

/** A link into a closed shape opens it. */
function reveal() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target) return
  if (target.closest('[hidden]')) {
    filter.value = ''
    apply()
  }
  if (target.tagName === 'DETAILS') target.open = true
  menu.checked = false
  target.scrollIntoView()
}

for (const origin of document.querySelectorAll('.origin')) origin.textContent = location.origin
filter.hidden = false
filter.addEventListener('input', apply)
addEventListener('hashchange', reveal)
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  filter.focus()
})
reveal()
`
