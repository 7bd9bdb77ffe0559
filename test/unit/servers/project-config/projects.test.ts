import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readProjects } from '../../../../src/servers/project-config/projects.ts'
import { projectsFile } from '../../../../src/servers/project-config/projects-file.ts'

const text = (project: object, id = 'app') => JSON.stringify({ projects: { [id]: project } })

describe('the projects file', () => {
  it('restricts nothing by default', () => {
    expect(readProjects(text({})).get('app')).toEqual({ origins: [], analytics: true, features: {} })
  })

  it.each([
    ['invalid JSON', '{', 'It is not JSON'],
    ['a list', '[]', 'It:'],
    ['no projects', '{"projects": {}}', 'projects: there is none'],
    ['an id with a tag', text({}, '<b>'), 'projects.<b>: an id can have letters'],
    ['a misspelled field', text({ origin: [] }), 'Unrecognized key: "origin"'],
    [
      'an origin with a path',
      text({ origins: ['https://a.example/x'] }),
      "projects.app.origins.0: it isn't an origin",
    ],
    ['an origin of another scheme', text({ origins: ['ftp://a.example'] }), 'projects.app.origins.0'],
    ['an origin that is only a wildcard', text({ origins: ['*'] }), 'projects.app.origins.0'],
    ['a misspelled feature', text({ features: { swaps: false } }), 'Unrecognized key: "swaps"'],
    [
      'true for a feature with a list',
      text({ features: { swap: true } }),
      'projects.app.features.swap: it must be false, or a list',
    ],
    ['an empty list', text({ features: { onramp: [] } }), 'projects.app.features.onramp'],
    [
      'an unknown login',
      text({ features: { social_login: ['myspace'] } }),
      'projects.app.features.social_login',
    ],
    ['a switch that is a text', text({ analytics: 'no' }), 'projects.app.analytics'],
  ])('is refused with an error about the field if it has %s', (_, file, message) => {
    expect(() => readProjects(file)).toThrow(message)
  })

  it('is read again if it was saved right after the first read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-projects-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const files = Array.from({ length: 200 }, (_, at) => {
      const path = join(folder, `${at}.json`)
      writeFileSync(path, text({}))
      const file = projectsFile(path, () => {})
      onTestFinished(() => file.close())
      writeFileSync(path, text({ analytics: false }))
      return file
    })
    const late = () => files.filter((file) => file.current().get('app')?.analytics !== false).length
    await expect.poll(late, { message: 'every file is read again' }).toBe(0)
  })

  it('applies within seconds after it is saved, unless it has a mistake', {
    tags: ['ci'],
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-projects-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'projects.json')
    writeFileSync(path, text({}))
    const errors: string[] = []
    const file = projectsFile(path, (error) => void errors.push(String(error)))
    onTestFinished(() => file.close())
    writeFileSync(path, text({ analytics: false }))
    await expect
      .poll(() => file.current().get('app')?.analytics, { message: 'the saved value applies' })
      .toBe(false)
    writeFileSync(path, '{"projects": ')
    await expect.poll(() => errors.length, { message: 'the mistake is reported' }).toBe(1)
    expect(errors[0]).toContain('is not used: It is not JSON')
    expect(file.current().get('app')?.analytics).toBe(false)
    rmSync(path)
    await expect.poll(() => errors.length, { message: 'the missing file is reported' }).toBe(2)
    writeFileSync(path, text({ analytics: true }))
    await expect
      .poll(() => file.current().get('app')?.analytics, { message: 'the saved value applies' })
      .toBe(true)
  })
})
