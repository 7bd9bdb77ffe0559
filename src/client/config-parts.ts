import type { ModalController } from '../controllers/coordinators/modal-controller.ts'
import type { AlertController } from '../controllers/shell/alert-controller.ts'
import type { OptionsController } from '../controllers/shell/options-controller.ts'
import type { RouterController } from '../controllers/shell/router-controller.ts'
import type { AlertKey } from '../core/errors/alerts.ts'
import { type HttpError, isLatchkeyError } from '../core/errors/latchkey-error.ts'
import { isObject } from '../core/json/is-object.ts'
import { isAllowedOrigin } from '../core/options/allowed-origins.ts'
import { type RemoteFeatures, remoteDefaults, resolveRemoteFeatures } from '../core/options/features.ts'
import type { Options, RemoteFeatureOptions } from '../core/options/options.ts'
import { unimplemented } from '../core/unimplemented.ts'
import type { Platform, Unsubscribe } from '../ports.ts'
import type { Persistence } from '../services/persistence.ts'
import type * as Answers from '../services/project-answers.ts'
import { createProjectConfig, type ProjectConfig } from '../services/project-config.ts'
import { reachingFetch } from './reach.ts'
import { sdkQuery } from './sdk-query.ts'

/** The controllers that a project's remote configuration affects. */
export interface Configured {
  readonly options: Pick<OptionsController, 'state' | 'setRemoteFeatures'>
  readonly alert: Pick<AlertController, 'raise'>
  readonly modal: Pick<ModalController, 'state' | 'subscribe'>
  readonly router: Pick<RouterController, 'state' | 'subscribe'>
}

/** The alerts for HTTP statuses whose cause the host's developers must fix (S3.8.1). */
const refusals: Readonly<Record<number, AlertKey>> = { 401: 'invalidProjectId', 403: 'domainNotVerified' }

/**
 * Applies the project's remote configuration. First applies the stored configuration, so that the page doesn't flicker at a
 * second visit. Then requests the current configuration. Changes wait while the modal is open or in a flow, such as a send.
 */
export function joinProjectConfig(
  options: Options,
  platform: Platform,
  persistence: Pick<Persistence, 'getCache' | 'setCache'>,
  client: Configured,
  answers: typeof Answers,
): { readonly service: ProjectConfig; readonly leave: Unsubscribe } {
  const { endpoints, projectId = '' } = options
  const baseUrl = endpoints.config ?? ''
  const about = sdkQuery(options)
  const service = createProjectConfig({
    ...platform,
    fetch: reachingFetch(platform),
    baseUrl,
    about,
    answers,
  })
  const control = new AbortController()
  const { signal } = control
  const decide = applier(client)
  const resolve = (entries: Parameters<typeof resolveRemoteFeatures>[0]) =>
    resolveRemoteFeatures(entries, options.localFeatures)

  /** Identifies the project and the service of a stored configuration, because the page may use another project later. */
  const source = `${baseUrl} ${projectId}`
  const read = (value: unknown) => {
    const entries = isObject(value) && value.source === source && answers.readProjectFeatures(value)
    return entries ? { source, features: entries } : undefined
  }
  const known = persistence.getCache('projectConfig', read)
  const { remoteFeatures } = client.options.state
  // The features that the host already set stay until the service answers, because they may be newer than the stored ones.
  const isOpen = (name: string) => remoteFeatures[name as keyof RemoteFeatures] === undefined
  const first = Object.entries(resolve(known?.features).features).filter(([name]) => isOpen(name))
  decide.offer(Object.fromEntries(first))

  service.features({ signal }).then(
    (features) => {
      persistence.setCache('projectConfig', { source, features }, read)
      const resolved = resolve(features)
      decide.offer(resolved.features)
      const ignored = resolved.ignored.join(', ')
      // With `basic`, these features are off anyway.
      if (ignored && !client.options.state.basic)
        void client.alert.raise('localConfigurationIgnored', {
          once: true,
          variant: 'warning',
          values: { features: ignored },
        })
    },
    (error) => failed(error),
  )
  service.origins({ signal }).then(
    (origins) => {
      const { origin } = platform.page.location ?? {}
      // An empty list allows all origins.
      if (origin === undefined || origins.length === 0 || isAllowedOrigin(origin, origins)) return
      void client.alert.raise('originNotAllowed', { once: true, values: { origin } })
    },
    (error) => failed(error),
  )

  /** Keeps the stored configuration (S2.8, "Fallbacks"). */
  function failed(error: unknown): void {
    if (signal.aborted) return
    platform.log.debug("Loading the project's configuration failed", error)
    const status = isLatchkeyError(error, 'http/status') ? (error as HttpError).status : undefined
    const key = status === undefined ? undefined : refusals[status]
    if (key) void client.alert.raise(key, { once: true })
  }

  return {
    service,
    leave() {
      control.abort()
      decide.leave()
    },
  }
}

/** Applies a configuration only when the modal is closed and not in a flow, so that no feature is disabled while it is used. */
function applier({ options, modal, router }: Configured) {
  let next: Partial<RemoteFeatures> | undefined
  const isBusy = () => {
    const { view, history } = router.state
    return modal.state.open || history.length > 1 || (view !== 'Connect' && view !== 'Account')
  }
  const apply = () => {
    if (!next || isBusy()) return
    const decided = next
    next = undefined
    options.setRemoteFeatures(supportedFeatures(decided))
  }
  const released = [modal.subscribe(apply), router.subscribe(apply)]
  return {
    offer(features: Partial<RemoteFeatures>) {
      next = features
      apply()
    },
    leave: () => {
      for (const release of released) release()
    },
  }
}

/**
 * Removes features that this version doesn't have. If neither the project nor the host chose providers, enables all configured
 * providers, including the host's own.
 */
function supportedFeatures(features: Partial<RemoteFeatures>): RemoteFeatureOptions {
  const absent = unimplemented.features.split(' ')
  const known = Object.entries(features).filter(([name]) => !absent.includes(name))
  return {
    ...Object.fromEntries(known),
    ...(features.swaps === remoteDefaults.swaps && { swaps: true }),
    ...(features.onramp === remoteDefaults.onramp && { onramp: true }),
  }
}
