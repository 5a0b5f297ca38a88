import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Html, html } from './html.ts'

describe('html', () => {
  it('escapes what stands in it, also in attributes', () => {
    const name = `<b title='x'>"Tom" & Ada</b>`
    expect(html`<p title="${name}">${name}</p>`.text).toBe(
      '<p title="&lt;b title=&#39;x&#39;&gt;&quot;Tom&quot; &amp; Ada&lt;/b&gt;">' +
        '&lt;b title=&#39;x&#39;&gt;&quot;Tom&quot; &amp; Ada&lt;/b&gt;</p>',
    )
  })

  it('takes pieces as they are, alone and in lists, and leaves out what is not there', () => {
    const items = ['a<', 'b>'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>${null}${undefined}${html`<hr>`}${3}`).toEqual(
      new Html('<ul><li>a&lt;</li><li>b&gt;</li></ul><hr>3'),
    )
  })

  it('lets no text open a tag or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(html`${text}`.text).not.toMatch(/[<>"']/)
      }),
    )
  })
})
