/** The name a model sees for an action: `mail.send` is `mail_send`, since providers refuse dots. Action ids hold no doubled meaning: the map is one to one per agent. */
export function toolNameOf(action: string): string {
  return action.replaceAll('.', '_');
}
