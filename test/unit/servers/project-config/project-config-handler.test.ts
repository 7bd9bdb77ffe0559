import { describe, expect, it } from 'vitest'
import { projectConfigHandler } from '../../../../src/servers/project-config/project-config-handler.ts'
import { readProjects } from '../../../../src/servers/project-config/projects.ts'

const projects = readProjects(
  JSON.stringify({
    projects: {
      plain: {},
      app: {
        origins: ['https://app.example'],
        analytics: false,
        features: { swap: false, onramp: ['coinbase'], activity: false, social_login: ['email', 'x'] },
      },
    },
  }),
)
const handler = projectConfigHandler(() => projects)
const ask = (path: string, method = 'GET') => {
  const { status, body } = handler({ method, url: new URL(path, 'http://service') })
  return { status, body: JSON.parse(body) }
}

describe("the configuration that a project's pages receive", () => {
  it('leaves each feature to the pages if the operator sets nothing', () => {
    expect(ask('/appkit/v1/config?projectId=plain').body.features).toEqual(
      ['activity', 'onramp', 'swap', 'social_login', 'reown_branding'].map((id) => ({
        ...{ id, isEnabled: true, config: null },
      })),
    )
  })

  it('has the options of each feature that the operator sets', () => {
    expect(ask('/appkit/v1/config?projectId=app')).toEqual({
      status: 200,
      body: {
        features: [
          { id: 'activity', isEnabled: false, config: [] },
          { id: 'onramp', isEnabled: true, config: ['coinbase'] },
          { id: 'swap', isEnabled: false, config: [] },
          { id: 'social_login', isEnabled: true, config: ['email', 'x'] },
          { id: 'reown_branding', isEnabled: true, config: null },
        ],
      },
    })
    expect(ask('/projects/v1/origins?projectId=app').body).toEqual({
      allowedOrigins: ['https://app.example'],
    })
    expect(ask('/getAnalyticsConfig?projectId=app').body).toEqual({ isAnalyticsEnabled: false })
  })

  it.each([
    ['/appkit/v1/config', 'GET', 401],
    ['/appkit/v1/config?projectId=other', 'GET', 401],
    ['/appkit/v1/config?projectId=constructor', 'GET', 401],
    ['/appkit/v1/config?projectId=app', 'POST', 405],
    ['/other?projectId=app', 'GET', 404],
    ['/constructor?projectId=app', 'GET', 404],
  ])('is not sent for the request %s with the method %s (status %i)', (path, method, status) => {
    expect(ask(path, method)).toMatchObject({ status, body: { status: 'FAILED' } })
  })
})
