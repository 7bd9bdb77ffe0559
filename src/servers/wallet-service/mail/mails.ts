import type { Mail } from './mailer.ts'

/** Facts that tell the recipient why the mail was sent. */
export interface MailFacts {
  readonly service: string
  /** The origin of the page that the visitor used, if known. */
  readonly site?: string | undefined
  /** The name of the device that sent the request, such as `Chrome on Windows`, if known. */
  readonly device?: string | undefined
  /** The time of the request, in ms since the epoch. */
  readonly at: number
  /** How many minutes the code or the link is valid. */
  readonly minutes: number
}

export function loginCodeMail(to: string, code: string, facts: MailFacts): Mail {
  return mail(to, `${code} is your code for ${facts.service}`, [
    `Your code to log in to ${facts.service}:`,
    { code },
    `It expires in ${facts.minutes} minutes. Don't share this code.`,
    asked('The code', facts),
  ])
}

export function deviceMail(to: string, link: string, facts: MailFacts): Mail {
  return mail(to, `Approve a new device for ${facts.service}?`, [
    `Someone wants to log in to your wallet at ${facts.service} on a new device.`,
    "If that's you, open this page and press its button. We'll then email you a login code.",
    { link },
    `The page expires in ${facts.minutes} minutes. If it wasn't you, do nothing, and the device gets no access.`,
    asked('The login', facts),
  ])
}

export function oldEmailMail(to: string, code: string, newEmail: string, facts: MailFacts): Mail {
  return mail(to, `${code} is your code to change your email at ${facts.service}`, [
    `Your code to change the email address of your wallet at ${facts.service} to ${newEmail}:`,
    { code },
    `It expires in ${facts.minutes} minutes. Don't share this code. If you don't want to change your email, log out.`,
    asked('The change', facts),
  ])
}

export function newEmailMail(to: string, code: string, facts: MailFacts): Mail {
  return mail(to, `${code} confirms your email at ${facts.service}`, [
    `Your code to use this email address at ${facts.service}:`,
    { code },
    `It expires in ${facts.minutes} minutes. Don't share this code.`,
    asked('The change', facts),
  ])
}

/** Returns the mail about a new address. The old address and the new address both get it. @param old Undefined if the account had no address. */
export function emailChangedMail(
  to: string,
  { old, email }: { readonly old?: string | undefined; readonly email: string },
  facts: MailFacts,
): Mail {
  return mail(to, `Your email at ${facts.service} was changed`, [
    old === undefined
      ? `The email address ${email} was added to your wallet at ${facts.service}.`
      : `The email address of your wallet at ${facts.service} was changed from ${old} to ${email}.`,
    `If it wasn't you, someone else can read the mail of ${old ?? email}, or has your browser. Your key is safe from them as long as they don't have your recovery file or passkey.`,
    asked('The change', facts),
  ])
}

/** Returns the mail about a device that logged in for the first time. @param link Opens a page that removes the device. */
export function newDeviceMail(
  to: string,
  { link, readyAt }: { readonly link: string; readonly readyAt?: number | undefined },
  facts: MailFacts,
): Mail {
  return mail(to, `A new device logged in to ${facts.service}`, [
    `A device that you haven't used before logged in to your wallet at ${facts.service}.`,
    readyAt === undefined
      ? undefined
      : `It can't use your key before ${timeOf(readyAt)} UTC, unless your passkey confirms it.`,
    "If that's you, you don't have to do anything. If it wasn't you, open this page and remove the device.",
    { link },
    asked('The login', facts),
  ])
}

/**
 * Returns the mail about a passkey that was added. The mail has no link that removes the passkey. With such a link, an attacker
 * who reads the mail could remove the passkey. A new device must wait only if the account has a passkey, so the attacker's new
 * device could then use the key at once.
 * @param page The wallet's own page.
 */
export function newPasskeyMail(to: string, page: string, facts: MailFacts): Mail {
  return mail(to, `A passkey was added to your wallet at ${facts.service}`, [
    `A passkey was added to your wallet at ${facts.service}. It can confirm new devices, and it holds your part of the key.`,
    "If that's you, you don't have to do anything. If it wasn't you, someone used your wallet's key. Open this page, remove the devices that you don't know, and replace the recovery file. All passkeys then stop working.",
    { link: page },
    asked('The passkey', facts),
  ])
}

function asked(what: string, { site, device, at }: MailFacts): string {
  return `${what} was requested at ${timeOf(at)} UTC${site ? ` on ${site}` : ''}${device ? `, in ${device}` : ''}.`
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

type Part = string | { readonly code: string } | { readonly link: string }

function mail(to: string, subject: string, all: readonly (Part | undefined)[]): Mail {
  const parts = all.filter((part) => part !== undefined)
  const plain = (part: Part) => (typeof part === 'string' ? part : 'code' in part ? part.code : part.link)
  const html = (part: Part) => {
    if (typeof part === 'string') return `<p>${escaped(part)}</p>`
    if ('link' in part) return `<p><a href="${escaped(part.link)}">${escaped(part.link)}</a></p>`
    return `<p style="font-size:28px;letter-spacing:4px"><strong>${escaped(part.code)}</strong></p>`
  }
  return {
    to,
    subject,
    text: `${parts.map(plain).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${parts.map(html).join('')}</body></html>`,
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
