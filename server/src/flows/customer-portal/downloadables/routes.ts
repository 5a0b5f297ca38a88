import { pageOf } from '../../../kernel/page.ts'
import type { FileLinks } from '../../../modules/files/index.ts'
import { listAnswer } from '../../../platform/http/list-answer.ts'
import { customerSession, type Route, read } from '../../../platform/http/route.ts'
import { linkEnd } from './link.ts'
import { listOwnFiles } from './read.ts'
import { DownloadableList, DownloadableQuery } from './schema.ts'
import { downloadableView } from './view.ts'

export const listDownloadablesRoute = (fileLinks: FileLinks): Route =>
  read(
    {
      method: 'GET',
      path: '/v1/customer-portal/downloadables/',
      operationId: 'listOwnDownloadables',
      tag: 'Customer portal',
      summary: 'List own downloads',
      description:
        'The files of all benefits that are granted right now. `file.download.url` saves the file, without a token, for an hour and no longer than the benefit is granted.',
      access: customerSession,
      query: DownloadableQuery,
      status: 200,
      answer: DownloadableList,
    },
    async ({ db, customer, query }) => {
      const page = pageOf(query)
      const found = await listOwnFiles(db, customer, query, page)
      const end = linkEnd(db.clock.now())
      return listAnswer(found, page, (granted) => downloadableView(granted, fileLinks, end))
    },
  )
