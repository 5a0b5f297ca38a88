import { crc32, deflateSync } from 'node:zlib'
import type { ProductName } from './catalog.ts'

/** How much of a place, from 0 to 1 on both axes, is covered by ink. */
type Motif = (x: number, y: number) => number

interface Cover {
  readonly from: string
  readonly to: string
  readonly ink: string
  readonly motif: Motif
}

const SIZE = 480

const COVERS: Readonly<Record<ProductName, Cover>> = {
  plugin: { from: '#2b2a33', to: '#5b3a2e', ink: '#f2c48d', motif: reels },
  pass: { from: '#14304f', to: '#2d6a8a', ink: '#f5e9c8', motif: rays },
  samples: { from: '#0f3b3a', to: '#3f7f78', ink: '#dff1ea', motif: waves },
  course: { from: '#4a1f3d', to: '#8a3b57', ink: '#ffd9c2', motif: meters },
}

/** A picture for each product, drawn and not photographed: the shop is made up. */
export function coverOf(name: ProductName): Buffer {
  const { from, to, ink, motif } = COVERS[name]
  const [start, end, line] = [from, to, ink].map(channelsOf) as [number[], number[], number[]]
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3))
  for (let row = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1) {
      const [x, y] = [column / SIZE, row / SIZE]
      const ground = mixed(start, end, (x + y) / 2)
      const color = mixed(ground, line, Math.min(1, Math.max(0, motif(x, y))))
      color.forEach((channel, index) => {
        rows[row * (1 + SIZE * 3) + 1 + column * 3 + index] = Math.round(channel)
      })
    }
  }
  return pngOf(rows)
}

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
const mixed = (one: number[], other: number[], share: number) =>
  one.map((channel, index) => channel * (1 - share) + (other[index] ?? 0) * share)

/** Inside of an edge, with a soft line of two dots. */
const inside = (distance: number) => 0.5 - (distance * SIZE) / 2
const ring = (x: number, y: number, radius: number, width: number) =>
  inside(Math.abs(Math.hypot(x, y) - radius) - width / 2)

/** Two reels of a tape machine. */
function reels(x: number, y: number): number {
  const reel = (cx: number) => {
    const [dx, dy] = [x - cx, y - 0.42]
    const spokes = Math.cos(Math.atan2(dy, dx) * 3) > 0.55 ? inside(Math.abs(Math.hypot(dx, dy) - 0.105) - 0.035) : 0
    return Math.max(ring(dx, dy, 0.17, 0.012), ring(dx, dy, 0.04, 0.012), spokes)
  }
  const tape = y > 0.58 ? inside(Math.abs(y - 0.72) - 0.005) * (x > 0.16 && x < 0.84 ? 1 : 0) : 0
  return Math.max(reel(0.3), reel(0.7), tape)
}

/** Rays around a sun. */
function rays(x: number, y: number): number {
  const [dx, dy] = [x - 0.5, y - 0.5]
  const far = Math.hypot(dx, dy)
  const ray = far > 0.2 && far < 0.36 && Math.cos(Math.atan2(dy, dx) * 16) > 0.5 ? 0.85 : 0
  return Math.max(inside(far - 0.14), ray)
}

/** Water, in lines. */
function waves(x: number, y: number): number {
  const lines = [0.3, 0.42, 0.54, 0.66, 0.78]
  const near = lines.map((at, index) => {
    const height = at + 0.03 * Math.sin(x * 14 + index * 1.7)
    return inside(Math.abs(y - height) - 0.006) * (1 - index * 0.14)
  })
  return Math.max(...near)
}

/** Level meters. */
function meters(x: number, y: number): number {
  const column = Math.floor((x - 0.14) / 0.12)
  if (column < 0 || column > 5) return 0
  const height = [0.18, 0.32, 0.42, 0.36, 0.26, 0.14][column] ?? 0
  const isBar = (x - 0.14) % 0.12 < 0.08 && y < 0.7 && y > 0.7 - height
  return isBar && (y * 22) % 1 > 0.25 ? 0.9 : 0
}

/** The three parts that a picture needs: what it is, its dots, and its end. */
function pngOf(rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  // 8 bits for each of three colors.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
