export function Spinner() {
  return <span class="spinner" aria-hidden="true" />
}
