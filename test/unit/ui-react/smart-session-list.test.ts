// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { act, createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { SmartSessionListView } from '../../../src/ui-react/views/account/smart-session-list.tsx'
import { mount, options } from './rendering.ts'

it('says that there are no active smart sessions only if the sessions could be loaded', async () => {
  const { options: made } = options({ features: { smartSessions: true } })
  const latchkey = createLatchkey(made)
  await latchkey.connect({ connectorId: 'a' })
  const { smartSessions } = latchkey
  await smartSessions.list()
  const state = smartSessions as unknown as { patch(part: object): void }
  const list = vi.spyOn(smartSessions, 'list').mockImplementation(async () => {
    const error = latchkeyError('permissions/list-failed')
    state.patch({ error })
    throw error
  })
  const { container, unmount } = await mount(() => latchkey, createElement(SmartSessionListView))
  const shown = (id: string) => container.querySelector<HTMLElement>(`[data-testid=${id}]`)
  expect(shown('sessions-again')).not.toBeNull()
  expect(shown('no-sessions')).toBeNull()
  list.mockImplementation(async () => {
    state.patch({ error: undefined })
    return []
  })
  await act(async () => shown('sessions-again')?.click())
  expect(shown('sessions-again')).toBeNull()
  expect(shown('no-sessions')?.textContent).toContain('No active sessions')
  await unmount()
})
