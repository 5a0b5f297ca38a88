import { Type } from 'typebox'
import { pageOf } from '../../kernel/page.ts'
import { Conflict, Refusal, ResourceNotFound, ServiceUnavailable } from '../../kernel/refusal.ts'
import { sortingOf } from '../../kernel/sorting.ts'
import { Uuid } from '../../kernel/wire.ts'
import { versioned } from '../../platform/http/answer.ts'
import { claimKey, keepAnswer } from '../../platform/http/idempotency.ts'
import { listAnswer } from '../../platform/http/list-answer.ts'
import { act, type Route, read, token, write } from '../../platform/http/route.ts'
import { Assemblies } from './assemblies.ts'
import { ChangingUpload } from './errors.ts'
import type { FileLinks } from './links.ts'
import { assembleUpload, completeUpload } from './operations/complete-upload.ts'
import { createFile } from './operations/create-file.ts'
import { type DeletionParts, deleteFile } from './operations/delete-file.ts'
import { updateFile } from './operations/update-file.ts'
import type { FileStorage } from './port.ts'
import type { FileLimits } from './rules/check-announcement.ts'
import { File, FileCreate, FileList, FilePatch, FileQuery, FileUpload, FileUploadCompleted } from './schema.ts'
import { FILE_CRITERIA, listFiles } from './store.ts'
import { fileUploadView, fileView } from './view.ts'

const tag = 'Files'
const path = '/v1/files/'
const ById = Type.Object({ id: Uuid })

export interface FileNeeds extends FileLinks {
  readonly storage: FileStorage
  readonly limits: FileLimits
  readonly deletion: DeletionParts
}

export function fileRoutes({ links, box, storage, limits, deletion }: FileNeeds): readonly Route[] {
  const assemblies = new Assemblies(storage)
  return [
    read(
      {
        method: 'GET',
        path,
        operationId: 'listFiles',
        tag,
        summary: 'List files',
        description: `Those that are complete. Sorted by ${FILE_CRITERIA.join(', ')}; newest first when nothing is said.`,
        access: token('files:read'),
        query: FileQuery,
        status: 200,
        answer: FileList,
      },
      async ({ db, actor, query }) => {
        const page = pageOf(query)
        const filter = { organizationId: query.organization_id, ids: query.ids }
        const sorting = sortingOf(query.sorting, FILE_CRITERIA, ['-created_at'])
        return listAnswer(await listFiles(db, actor, filter, sorting, page), page, (file) => fileView(file, links))
      },
    ),
    write(
      {
        method: 'POST',
        path,
        operationId: 'createFile',
        tag,
        summary: 'Create a file',
        description:
          'Announces a file and the parts in which its bytes come, and answers where to send them: `PUT` each part, as ' +
          'it is, to its `url`, within 24 hours. Then say that it is uploaded. The parts have to cover the file ' +
          'exactly. `product_media` and `organization_avatar` are pictures. An organization has at most 1,000 ' +
          'uploads that are not complete.',
        access: token('files:write'),
        body: FileCreate,
        bodyExample: {
          name: 'tape-machine.zip',
          mime_type: 'application/zip',
          size: 48_213,
          service: 'downloadable',
          version: '1.4.0',
          upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: 48_213 }] },
        },
        status: 201,
        answer: FileUpload,
      },
      async ({ tx, actor, body }) => {
        const { file, parts, expiresAt } = await createFile(tx, actor, body, limits)
        return versioned(fileUploadView(file, parts, { links, box }, expiresAt), file)
      },
    ),
    act(
      {
        method: 'POST',
        path: `${path}{id}/uploaded`,
        operationId: 'completeFileUpload',
        tag,
        summary: 'Complete an upload',
        description:
          'Puts the parts together and checks the SHA-256 of the whole, which takes its time for a large file. A second ' +
          'call answers the same.',
        access: token('files:write'),
        params: ById,
        body: FileUploadCompleted,
        bodyExample: {
          id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6',
          path: 'downloadable/0197a6f0-1c2b-7d3e-8f40-51627384a5b6/9f86d081884c7d659a2feaa0c55ad015',
          parts: [{ number: 1, checksum_etag: 'e3b0c44298fc1c149afbf4c8996fb924', checksum_sha256_base64: null }],
        },
        status: 200,
        answer: File,
        refusals: [ResourceNotFound, Conflict, ServiceUnavailable],
      },
      ({ transactions, actor, params, body, claim, render, requestId }) =>
        againWhileChanging(async () => {
          const assembled = await assembleUpload(transactions, assemblies, actor, params.id, body)
          return transactions.run(
            async (tx) => {
              const earlier = claim && (await claimKey(tx, claim, box))
              if (earlier) return earlier
              const file = await completeUpload(tx, actor, params.id, assembled, links)
              const view = fileView(file, links)
              if (claim) await keepAnswer(tx, claim, 200, render(view), box)
              return versioned(view, file)
            },
            { requestId },
          )
        }),
    ),
    write(
      {
        method: 'PATCH',
        path: `${path}{id}`,
        operationId: 'updateFile',
        tag,
        summary: 'Update a file',
        description: 'Its name and what you call its version. Its bytes never change: upload a new file instead.',
        access: token('files:write'),
        params: ById,
        body: FilePatch,
        bodyExample: { name: 'tape-machine-1.4.1.zip', version: '1.4.1' },
        status: 200,
        answer: File,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params, body }) => {
        const file = await updateFile(tx, actor, params.id, body, links)
        return versioned(fileView(file, links), file)
      },
    ),
    write(
      {
        method: 'DELETE',
        path: `${path}{id}`,
        operationId: 'deleteFile',
        tag,
        summary: 'Delete a file',
        description: 'Products and benefits no longer show it, and its links lead nowhere. Its bytes are removed soon.',
        access: token('files:write'),
        params: ById,
        status: 204,
        refusals: [ResourceNotFound],
      },
      async ({ tx, actor, params }) => {
        await deleteFile(tx, actor, params.id, deletion, links)
        return undefined
      },
    ),
  ]
}

const TRIES = 3

/** A part that was sent again while the parts were put together: its newer bytes count, so everything is done again. */
async function againWhileChanging<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !(error instanceof Refusal) || error.kind !== ChangingUpload) throw error
    }
  }
}
