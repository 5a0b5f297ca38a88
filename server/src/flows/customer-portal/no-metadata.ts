import { Type } from 'typebox'
import { MetadataOut } from '../../kernel/wire.ts'

export const NoMetadata = Type.Unsafe<Record<string, never>>({
  ...MetadataOut,
  description: "Always empty: the seller's notes are not shown to customers.",
  examples: [{}],
})
