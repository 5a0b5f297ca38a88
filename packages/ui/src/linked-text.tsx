import { partsOf } from './links.ts'

/** What a seller wrote, with links that can be pressed. They open beside the page: what was typed there stays. */
export function LinkedText({ text }: { readonly text: string }) {
  return (
    <>
      {partsOf(text).map((part) =>
        part.url === null ? (
          part.text
        ) : (
          <a key={part.at} href={part.url} dir="auto" target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ),
      )}
    </>
  )
}
