import { type Static, Type } from 'typebox'
import {
  AnyOf,
  Extend,
  Integer,
  ListOf,
  Maybe,
  Nullable,
  named,
  OneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from '../../kernel/wire.ts'
import { FILE_SERVICES } from './model.ts'

const SUM = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
const Sum = Type.String({ examples: [SUM] })
const SumInput = Type.String({
  pattern: '^[A-Za-z0-9+/]{43}=$',
  patternMeans: 'a SHA-256 in base64: 43 characters and =',
  description: 'SHA-256, in base64.',
  examples: [SUM],
})
const ETag = Type.String({ examples: ['e3b0c44298fc1c149afbf4c8996fb924'] })
const Service = OneOf(FILE_SERVICES, { examples: ['downloadable'] })
const PublicUrl = Type.String({
  description: 'Anybody can read it there.',
  examples: ['https://shop.example.com/files/0197a6f0-1c2b-7d3e-8f40-51627384a5b6/9f86d081884c7d659a2feaa0c55ad015'],
})
const Headers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  description: 'To be sent along; none are needed.',
  additionalProperties: { type: 'string' },
  examples: [{}],
})

const BaseFile = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  organization_id: Uuid,
  name: Type.String({ examples: ['tape-machine.zip'] }),
  path: Type.String({
    examples: ['downloadable/0197a6f0-1c2b-7d3e-8f40-51627384a5b6/9f86d081884c7d659a2feaa0c55ad015'],
  }),
  mime_type: Type.String({ examples: ['application/zip'] }),
  size: Type.Integer({ description: 'In bytes.', examples: [48_213] }),
  size_readable: Type.String({ description: 'The same for people, in steps of 1,024.', examples: ['47.1 KiB'] }),
  version: Nullable(Type.String({ description: 'What you call this release of the file.', examples: ['1.4.0'] })),
  is_uploaded: Type.Boolean({ examples: [true] }),
  checksum_etag: Nullable(ETag),
  checksum_sha256_base64: Nullable(Sum),
  checksum_sha256_hex: Nullable(
    Type.String({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] }),
  ),
  storage_version: Nullable(Type.String()),
  last_modified_at: Nullable(Timestamp),
})

export const File = named('File', Extend(BaseFile, { service: Service, public_url: Nullable(PublicUrl) }))
export type File = Static<typeof File>

export const FileList = ListOf(File)

export const ProductMediaFile = named(
  'ProductMediaFile',
  Extend(BaseFile, { service: OneOf(['product_media']), public_url: PublicUrl }),
)
export type ProductMediaFile = Static<typeof ProductMediaFile>

/** A file that its buyer can fetch until the link expires. */
export const FileDownload = named(
  'FileDownload',
  Extend(BaseFile, {
    service: Service,
    download: Type.Object({
      url: Type.String({ examples: ['https://shop.example.com/downloads/q8J0kJ5m'] }),
      headers: Headers,
      expires_at: Timestamp,
    }),
  }),
)
export type FileDownload = Static<typeof FileDownload>

const part = {
  number: Integer({ minimum: 1, maximum: 10_000, description: 'Parts stand in the order of their numbers.' }),
  chunk_start: Integer({ minimum: 0, description: 'The first byte of the part, counted from 0.' }),
  chunk_end: Integer({ minimum: 0, description: 'The first byte that no longer belongs to the part.' }),
}

/** A file that waits for its bytes. */
export const FileUpload = named(
  'FileUpload',
  Extend(File, {
    upload: Type.Object({
      id: Type.String(),
      path: Type.String(),
      parts: Type.Array(
        Type.Object({
          ...part,
          checksum_sha256_base64: Nullable(Sum),
          url: Type.String({
            description:
              'Where to PUT exactly the bytes of this part. The `ETag` of the answer is its `checksum_etag`.',
            examples: ['https://shop.example.com/v1/files/uploads/q8J0kJ5m'],
          }),
          expires_at: Timestamp,
          headers: Headers,
        }),
      ),
    }),
  }),
)
export type FileUpload = Static<typeof FileUpload>

/** A name of one line, as it is shown to the buyer and saved on their disk. */
const FileName = (options: object = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 256,
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    patternMeans: 'a text of one line, without control characters',
    examples: ['tape-machine.zip'],
    ...options,
  })
const Release = Type.String({
  maxLength: 64,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  patternMeans: 'a text of one line, without control characters',
  examples: ['1.4.0'],
})

const MAX_PARTS = 5000

export const FileCreate = named(
  'FileCreate',
  Type.Object({
    organization_id: Maybe(Uuid),
    name: FileName(),
    mime_type: Type.String({
      maxLength: 256,
      pattern: '^[\\w!#$&^.+-]+/[\\w!#$&^.+-]+(?: *;[ -~]*)?$',
      patternMeans: 'a media type, such as application/zip',
      examples: ['application/zip'],
    }),
    size: Integer({ minimum: 1, examples: [48_213] }),
    checksum_sha256_base64: Maybe(SumInput),
    service: Service,
    version: Maybe(Release),
    upload: Type.Object({
      parts: Type.Array(Type.Object({ ...part, checksum_sha256_base64: Maybe(SumInput) }), {
        minItems: 1,
        maxItems: MAX_PARTS,
      }),
    }),
  }),
)
export type FileCreate = Static<typeof FileCreate>

export const FileUploadCompleted = named(
  'FileUploadCompleted',
  Type.Object({
    id: Type.String({ maxLength: 256, description: 'The `upload.id` that creating the file answered.' }),
    path: Type.String({ maxLength: 1024, description: 'The `path` that creating the file answered.' }),
    parts: Type.Array(
      Type.Object({
        number: part.number,
        checksum_etag: Type.String({ maxLength: 256, description: 'The `ETag` that the part was answered with.' }),
        checksum_sha256_base64: Maybe(Type.String({ maxLength: 256 })),
      }),
      { minItems: 1, maxItems: MAX_PARTS },
    ),
  }),
)
export type FileUploadCompleted = Static<typeof FileUploadCompleted>

export const FilePatch = named('FilePatch', Type.Object({ name: Type.Optional(FileName()), version: Maybe(Release) }))
export type FilePatch = Static<typeof FilePatch>

export const FileQuery = Type.Object({
  ...PageQuery,
  organization_id: AnyOf(Uuid),
  ids: AnyOf(Uuid),
})
