export interface Person {
  readonly name: string
  readonly email: string
  readonly country: string
}

/** Nobody in particular: every name is made up, and example.com takes no mail. */
const PEOPLE_TEXT = `
Ingrid Solberg NO
Mateo Quiroga AR
Aiko Tanabe JP
Samuel Achterberg NL
Priya Raghunath IN
Eleanor Whitcombe GB
Lucas Bonfim BR
Hanna Virtala FI
Omar Benkirane MA
Clara Weisenthal DE
Tomasz Zarebski PL
Noémie Carlier FR
Daniel Okonjo NG
Sofia Marchetti IT
Liam Fenwick IE
Yara Haddadin JO
Viktor Lindqvist SE
Grace Abernathy US
Minh Trangvu VN
Ruth Castellan CA
Jonas Ettlinger CH
Amara Nwadike NG
Pavel Horacek CZ
Isabel Valdemoro ES
Theo Marchbanks US`

export const PEOPLE: readonly Person[] = PEOPLE_TEXT.trim()
  .split('\n')
  .map((line) => {
    const country = line.slice(-2)
    const name = line.slice(0, -3)
    return { name, email: `${addressOf(name)}@example.com`, country }
  })

function addressOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().replace(/[^a-z]+/g, '.')
}
