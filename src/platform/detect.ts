import type { Platform } from '../ports.ts'
import { browserPlatform } from './browser.ts'
import { nodePlatform } from './node.ts'

/** Returns the platform of the current environment: a browser or Node. */
export function detectPlatform(): Platform {
  return typeof window === 'object' && typeof document === 'object' ? browserPlatform() : nodePlatform()
}
