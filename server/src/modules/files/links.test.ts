import { describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { Links } from '../../kernel/links.ts'
import { SecretBox } from '../../kernel/secrets.ts'
import { downloadLink, openDownloadLink, openPartLink, partLink } from './links.ts'

const box = new SecretBox('a key')
const fileLinks = { links: new Links('https://till.example.com/shop'), box }
const fileId = newId()
const later = () => new Date(Date.now() + 1000)
const sealedOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

describe('links', () => {
  it('are under the public address, and short enough for every router', () => {
    const { url } = downloadLink(fileLinks, fileId, later())
    expect(url).toMatch(/^https:\/\/till\.example\.com\/shop\/downloads\/[\w-]{50,200}$/)
    const part = partLink(fileLinks, fileId, 10_000, later()).url
    expect(part).toMatch(/^https:\/\/till\.example\.com\/shop\/v1\/files\/uploads\/[\w-]{50,200}$/)
    expect(part + url).not.toContain(fileId)
  })

  it('lead to what they were made for', () => {
    const download = downloadLink(fileLinks, fileId, later())
    expect(openDownloadLink(box, sealedOf(download.url))).toEqual({ fileId })
    const part = partLink(fileLinks, fileId, 7, later())
    expect(openPartLink(box, sealedOf(part.url))).toEqual({ fileId, number: 7 })
  })

  it('404: for another purpose, under another key, changed, or made up', () => {
    const download = sealedOf(downloadLink(fileLinks, fileId, later()).url)
    const part = sealedOf(partLink(fileLinks, fileId, 7, later()).url)
    const changed = `${part.slice(0, 20)}${part[20] === 'A' ? 'B' : 'A'}${part.slice(21)}`
    const foreign = new SecretBox('another key')
      .seal(`file-part ${Date.now() + 1000} ${fileId} 7`)
      .toString('base64url')
    const others = [download, changed, foreign, '', 'x', '..', box.seal('hello').toString('base64url')]
    for (const text of others) expect(() => openPartLink(box, text)).toThrow('nothing here')
    expect(() => openDownloadLink(box, part)).toThrow('nothing here')
  })

  it('410: when their time is over', () => {
    const old = downloadLink(fileLinks, fileId, new Date(Date.now() - 1))
    expect(() => openDownloadLink(box, sealedOf(old.url))).toThrow('expired')
    const late = partLink(fileLinks, fileId, 7, new Date(Date.now() - 1))
    expect(() => openPartLink(box, sealedOf(late.url))).toThrow('expired')
  })
})
