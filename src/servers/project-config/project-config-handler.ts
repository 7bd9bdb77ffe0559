import { DataRefusal } from '../data/data-refusal.ts'
import { type DataAnswer, type DataRequest, json, param } from '../data/requests.ts'
import type { Feature } from './feature.ts'
import { features } from './features.ts'
import type { FindsProjects, Project } from './projects.ts'

const ids = Object.keys(features) as Feature[]

const answers: Readonly<Record<string, (project: Project) => object>> = {
  '/appkit/v1/config': (project) => ({
    features: ids.map((id) => ({ id, ...switched(project.features[id]) })),
  }),
  '/projects/v1/origins': ({ origins }) => ({ allowedOrigins: origins }),
  '/getAnalyticsConfig': ({ analytics }) => ({ isAnalyticsEnabled: analytics }),
}

/** The paths that the handler answers. */
export const projectConfigPaths: readonly string[] = Object.keys(answers)

/**
 * Answers pages with the remote configuration of their project: features, allowed origins, and whether to send analytics events (S2.7, S3.2.3).
 * Answers 401 for an unknown project, like the data service.
 * @param projects Returns the current projects.
 */
export function projectConfigHandler(
  projects: () => FindsProjects,
): (request: Pick<DataRequest, 'method' | 'url'>) => DataAnswer {
  return ({ method, url }) => {
    try {
      const answer = answers[url.pathname]
      if (!answer) throw new DataRefusal(404, 'path', 'Not found')
      if (method !== 'GET') throw new DataRefusal(405, 'method', 'Only GET')
      const id = param({ method, url, body: '' }, 'projectId')
      const project = id === undefined ? undefined : projects().get(id)
      if (!project)
        throw new DataRefusal(401, 'projectId', id === undefined ? 'It is missing' : 'It is not known here')
      return json(answer(project))
    } catch (error) {
      if (error instanceof DataRefusal) return json(error.body, error.status)
      throw error
    }
  }
}

/**
 * In the answer, a null `config` lets the page decide, and an empty list turns a feature with providers off (S3.10.1). For the
 * other features, `isEnabled` decides, and the empty list means nothing.
 */
function switched(value: boolean | readonly string[] | undefined) {
  if (value === undefined) return { isEnabled: true, config: null }
  if (typeof value === 'boolean') return { isEnabled: value, config: [] }
  return { isEnabled: true, config: value }
}
