/** Pairs that belong to the seller; Till keeps and shows them and gives them no meaning. */
export type MetadataValues = Readonly<Record<string, string | number | boolean>>

/** Later pairs win. The limit of 50 is for input, so a merge may pass it. */
export function mergeMetadata(...all: readonly MetadataValues[]): MetadataValues {
  return Object.assign({}, ...all)
}
