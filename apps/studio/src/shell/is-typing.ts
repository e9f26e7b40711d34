/** Whether a key is meant for what has the focus: a text, a list, a menu or dialog that is open. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))
    return false;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || isInOverlay(target);
}

function isInOverlay(target: HTMLElement): boolean {
  return target.closest('[role=dialog],[role=menu],[role=listbox]') !== null;
}
