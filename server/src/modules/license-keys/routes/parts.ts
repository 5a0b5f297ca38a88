import type { Links } from '../../../kernel/links.ts'
import type { SecretBox } from '../../../kernel/secrets.ts'

export interface LicenseKeyParts {
  readonly links: Links
  readonly box: SecretBox
  /** To be told after a commit that wrote events by itself, so that they get their numbers at once. */
  readonly committed: () => void
}
