import { describe, expect, it } from 'vitest'
import { alertingFetch } from '../../../src/client/refusal-alert.ts'

describe('a service that answers 401', () => {
  it.each([
    ['raises the alert about the project id only once', 'p1', ['invalidProjectId', { once: true }]],
    ['raises no alert without a project id', undefined, undefined],
    ['raises no alert with an empty project id', '', undefined],
  ])('%s', async (_, projectId, alert) => {
    const raised: unknown[][] = []
    const raise = async (...told: unknown[]) => void raised.push(told)
    const refusing = async () => new Response('', { status: 401 })
    const response = await alertingFetch(refusing, projectId, { raise })('https://desk.example/')
    expect(response.status).toBe(401)
    expect(raised).toEqual(alert ? [alert] : [])
  })
})
