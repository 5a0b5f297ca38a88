export const STYLE = `:root {
  color-scheme: light dark;
  --page: #fff; --ink: #1b1f24; --soft: #5b6470; --line: #dfe3e8; --tint: #f5f7f9; --link: #0b5cad;
  --get: #0b6b3a; --post: #0b5cad; --patch: #8a5a00; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --ink: #e7eaee; --soft: #9aa4b0; --line: #2c3238; --tint: #1c2126; --link: #7db7f5;
    --get: #6fd39c; --post: #7db7f5; --patch: #e5b454; --delete: #ff8d85;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  display: grid; grid-template: auto 1fr / 19rem minmax(0, 1fr);
}
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
[hidden] { display: none !important; }

header {
  grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; gap: 1rem; align-items: center;
  padding: 0.75rem 1.25rem; background: var(--page); border-bottom: 1px solid var(--line);
}
.brand { font-weight: 650; color: inherit; }
.brand small { color: var(--soft); font-weight: 400; }
.links { margin-left: auto; display: flex; gap: 1rem; font-size: 0.875rem; }
#menu { position: absolute; opacity: 0; pointer-events: none; }
label[for="menu"] { display: none; }

nav {
  position: sticky; top: 3.25rem; height: calc(100vh - 3.25rem); overflow-y: auto; padding: 1rem 1.25rem;
  border-right: 1px solid var(--line); font-size: 0.875rem;
}
nav h2 { margin: 1rem 0 0.25rem; font-size: 0.875rem; }
nav h2 a { color: inherit; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: flex; gap: 0.5rem; padding: 0.2rem 0; color: var(--soft); }
nav li a:hover { color: var(--ink); }
#filter {
  width: 100%; padding: 0.45rem 0.65rem; font: inherit; color: inherit; background: var(--tint);
  border: 1px solid var(--line); border-radius: 6px;
}
.method { flex: none; font: 600 0.6875rem/1.9 ui-monospace, Menlo, Consolas, monospace; }
nav .method { width: 3.1rem; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }

main { padding: 1.5rem 2rem 6rem; max-width: 82rem; }
h1 { margin: 0; font-size: 1.75rem; }
main > section > h2 { margin: 3rem 0 0.25rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
#overview { max-width: 46rem; }
.lead { margin-top: 0.25rem; font-size: 1.125rem; color: var(--soft); }
article {
  display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2.5rem; padding: 1.5rem 0 2rem;
  border-bottom: 1px solid var(--line);
}
article h3 { margin: 0; }
article h3 a { color: inherit; }
article h4 { margin: 1.25rem 0 0.35rem; font-size: 0.875rem; }
.samples h4 { margin-top: 0; }
.address { margin: 0.15rem 0; overflow-wrap: anywhere; }
.address .method { font-size: 0.8125rem; }
p code, dd code, .address code { background: var(--tint); padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere; }
.fields { margin: 0; font-size: 0.9375rem; }
.fields dt { padding-top: 0.5rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.fields dd { margin: 0 0 0.5rem; color: var(--soft); font-size: 0.875rem; }
.type { color: var(--soft); font-size: 0.8125rem; }
.fields em { color: var(--delete); font-size: 0.75rem; font-style: normal; }
pre {
  margin: 0.35rem 0 1rem; padding: 0.75rem 0.9rem; max-height: 32rem; overflow: auto; background: var(--tint);
  border: 1px solid var(--line); border-radius: 6px; font-size: 0.8125rem;
}
pre code { font-size: 1em; }
summary { cursor: pointer; padding: 0.3rem 0; }
article summary, .bare { font-size: 0.875rem; color: var(--soft); }
.bare { margin: 0.3rem 0 0.3rem 1.1rem; }
.status { color: var(--ink); } .s2 { color: var(--get); } .s4 { color: var(--patch); } .s5 { color: var(--delete); }
p.shape { margin: 0; font-size: 0.8125rem; }
details.shape { border-bottom: 1px solid var(--line); }

@media (max-width: 62rem) { article { grid-template-columns: minmax(0, 1fr); } .samples { margin-top: 1.25rem; } }
@media (max-width: 48rem) {
  body { display: block; }
  header { padding: 0.6rem 1rem; }
  label[for="menu"] {
    display: block; margin-left: auto; padding: 0.25rem 0.7rem; font-size: 0.875rem; cursor: pointer;
    border: 1px solid var(--line); border-radius: 6px;
  }
  #menu:focus-visible + label { outline: 2px solid var(--link); }
  .links { display: none; }
  nav { display: none; position: fixed; inset: 3.2rem 0 0; height: auto; z-index: 1; border: 0; padding: 1rem; background: var(--page); }
  nav li a { padding: 0.45rem 0; }
  body:has(#menu:checked) nav { display: block; }
  main { padding: 1rem 1rem 4rem; }
}
`
