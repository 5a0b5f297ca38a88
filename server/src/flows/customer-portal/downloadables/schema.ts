import { type Static, Type } from 'typebox'
import { AnyOf, ListOf, named, PageQuery, Uuid } from '../../../kernel/wire.ts'
import { FileDownload } from '../../../modules/files/index.ts'

export const Downloadable = named(
  'Downloadable',
  Type.Object({
    id: Type.String({ ...Uuid, description: 'The same every time for this file of this benefit.' }),
    benefit_id: Uuid,
    file: FileDownload,
  }),
)
export type Downloadable = Static<typeof Downloadable>

export const DownloadableList = ListOf(Downloadable)

export const DownloadableQuery = Type.Object({
  page: PageQuery.page,
  limit: PageQuery.limit,
  organization_id: AnyOf(Uuid),
  benefit_id: AnyOf(Uuid),
})
export type DownloadableQuery = Static<typeof DownloadableQuery>
