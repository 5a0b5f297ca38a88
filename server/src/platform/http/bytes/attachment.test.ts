import fc from 'fast-check'
import { expect, it } from 'vitest'
import { attachment } from './attachment.ts'

it.each([
  ['tape.zip', `attachment; filename="tape.zip"; filename*=UTF-8''tape.zip`],
  ['my tape (1).zip', `attachment; filename="my tape (1).zip"; filename*=UTF-8''my%20tape%20%281%29.zip`],
  ['Tonbänder.zip', `attachment; filename="Tonbander.zip"; filename*=UTF-8''Tonb%C3%A4nder.zip`],
  ['磁带.zip', `attachment; filename="__.zip"; filename*=UTF-8''%E7%A3%81%E5%B8%A6.zip`],
  ['a"b;c.zip', `attachment; filename="a_b_c.zip"; filename*=UTF-8''a%22b%3Bc.zip`],
  ['../../etc/passwd', `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ['a\r\nSet-Cookie: x=1', `attachment; filename="aSet-Cookie_ x_1"; filename*=UTF-8''aSet-Cookie%3A%20x%3D1`],
  ['invoice\u202Efdp.exe', `attachment; filename="invoicefdp.exe"; filename*=UTF-8''invoicefdp.exe`],
  ['..', `attachment; filename="download"; filename*=UTF-8''download`],
  [' ', `attachment; filename="download"; filename*=UTF-8''download`],
])('%j', (name, header) => {
  expect(attachment(name)).toBe(header)
})

it('is one safe line for every name, and gives an ordinary name back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }), (name) => {
      if (!name.isWellFormed()) return
      const header = attachment(name)
      expect(header).toMatch(/^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[\w.~%-]+$/)
      const exact = decodeURIComponent(header.slice(header.indexOf("''") + 2))
      expect(exact).not.toMatch(/[/\\\p{Cc}]/u)
    }),
  )
})
