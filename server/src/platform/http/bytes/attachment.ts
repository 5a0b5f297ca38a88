/**
 * A Content-Disposition under which browsers save a file and never show it (RFC 6266). Old programs read the plain
 * name, which has only letters that need no quoting; others read the exact one (RFC 8187).
 */
export function attachment(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').replace(/[/\\]/g, '_')
  const exact = line.trim() === '' || /^\.+$/.test(line.trim()) ? 'download' : line.trim()
  const plain = exact
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.() -]/g, '_')
  const escaped = encodeURIComponent(exact).replace(/['()*!]/g, (letter) => `%${hex(letter)}`)
  return `attachment; filename="${plain.trim() || 'download'}"; filename*=UTF-8''${escaped}`
}

function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16).toUpperCase()
}
