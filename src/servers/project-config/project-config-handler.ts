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

/** The paths that it answers. */
export const projectConfigPaths: readonly string[] = Object.keys(answers)

/**
 * What a project's pages are told from afar, whoever serves it: its features, its origins, and whether they send events.
 * Specification 2, section 7; shapes of facts 2.3. Its refusals are those of the data service: 401 for a project that is not known.
 * @param projects As they are at the moment.
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

/** Facts 10.1: an entry whose `config` is null is left to the page, and a list that is empty is off. */
function switched(value: boolean | readonly string[] | undefined) {
  if (value === undefined) return { isEnabled: true, config: null }
  if (typeof value === 'boolean') return { isEnabled: value, config: [] }
  return { isEnabled: true, config: value }
}
