import { newId } from '../../kernel/ids.ts'
import { fieldIssue, InvalidInput, invalidField, missingField } from '../../kernel/invalid-input.ts'
import type {
  Benefit,
  BenefitProperties,
  BenefitType,
  DownloadablesProperties,
  LicenseKeysProperties,
} from './model.ts'
import type { BenefitCreate, BenefitPropertiesInput, BenefitUpdate } from './schema.ts'

export function newBenefit(organizationId: string, input: BenefitCreate, now: Date): Benefit {
  return {
    id: newId(),
    createdAt: now,
    modifiedAt: null,
    version: 1,
    organizationId,
    type: input.type,
    description: input.description,
    selectable: true,
    deletable: true,
    properties: propertiesOf(input.type, input.properties ?? {}),
    isTaxApplicable: true,
    deletedAt: null,
  }
}

/** The properties of a type in full, with null for what was left out. */
export function propertiesOf(type: BenefitType, given: BenefitPropertiesInput): BenefitProperties {
  if (type === 'license_keys') return licenseKeysOf(given)
  return type === 'downloadables' ? downloadablesOf(given) : { note: given.note ?? null }
}

function licenseKeysOf(given: BenefitPropertiesInput): LicenseKeysProperties {
  return {
    prefix: given.prefix ?? null,
    expires: given.expires ? { ttl: given.expires.ttl, timeframe: given.expires.timeframe } : null,
    activations: given.activations
      ? {
          limit: given.activations.limit,
          enable_customer_admin: given.activations.enable_customer_admin ?? false,
        }
      : null,
    limit_usage: given.limit_usage ?? null,
  }
}

/** Ids in the spelling of the database, each once. A file that is not on the list cannot be archived. */
function downloadablesOf({ files, archived }: BenefitPropertiesInput): DownloadablesProperties {
  if (!files) throw new InvalidInput([missingField('properties', 'files')])
  const ids = [...new Set(files.map((id) => id.toLowerCase()))]
  const spelled = Object.entries(archived ?? {}).map(([id, isArchived]) => [id.toLowerCase(), isArchived] as const)
  return { files: ids, archived: Object.fromEntries(spelled.filter(([id]) => ids.includes(id))) }
}

/** Without a file that is no longer there. A list may become empty by this, and only by this. */
export function withoutFile({ properties }: Benefit, fileId: string): DownloadablesProperties {
  const { files, archived } = properties as DownloadablesProperties
  return {
    files: files.filter((id) => id !== fileId),
    archived: Object.fromEntries(Object.entries(archived).filter(([id]) => id !== fileId)),
  }
}

/** Every file that is named has to be one that customers can download. */
export function requireFiles(named: readonly string[], usable: readonly string[]): void {
  const known = new Set(usable)
  const issues = [...named.entries()]
    .filter(([, id]) => !known.has(id.toLowerCase()))
    .map(([index, id]) => fieldIssue(['properties', 'files', index], 'There is no such uploaded file', id))
  if (issues.length > 0) throw new InvalidInput(issues)
}

/** What a PATCH changes. Properties are replaced as a whole, because an absent limit means "no limit". */
export function changesOf(benefit: Benefit, patch: BenefitUpdate): Partial<Benefit> {
  if (patch.type !== undefined && patch.type !== benefit.type) {
    throw invalidField('type', `The type of a benefit cannot change; this one is ${benefit.type}`, patch.type)
  }
  return {
    ...(patch.description !== undefined && { description: patch.description }),
    ...(patch.properties !== undefined && { properties: propertiesOf(benefit.type, patch.properties) }),
  }
}
