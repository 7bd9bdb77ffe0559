export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /** Resolves when a mail server has accepted the mail. @throws When no mail server accepts it. */
  send(mail: Mail): Promise<void>
  /**
   * Checks whether the mail server is ready, without sending mail. Absent if this can't be checked.
   * @throws When the server isn't ready.
   */
  check?(): Promise<void>
  /** Waits up to 5 s for the mails that are being sent, then closes the connections. */
  close(): Promise<void>
}
