// Fields of a form that say themselves what is wrong with them.

/** A field with a place for what is wrong, right behind it. */
export class Field {
  constructor(input) {
    this.input = input;
    this.said = document.createElement('span');
    this.said.id = `wrong-${input.id || input.name}`;
    this.said.className = 'wrong';
    input.closest('label').after(this.said);
    input.addEventListener('input', () => this.say(''));
  }

  /** Says what is wrong, to a screen reader too; nothing if all is well. */
  say(words) {
    this.said.textContent = words;
    if (words) {
      this.input.setAttribute('aria-invalid', 'true');
      this.input.setAttribute('aria-describedby', this.said.id);
    } else {
      this.input.removeAttribute('aria-invalid');
      this.input.removeAttribute('aria-describedby');
    }
  }

  /** Goes to the field, also if it lies folded. */
  focus() {
    const folded = this.input.closest('details');
    if (folded) folded.open = true;
    this.input.focus();
  }
}

/** A whole number between the field's `min` and `max`. It may be left empty if the field says what that means. */
export class NumberField extends Field {
  constructor(input, name) {
    super(input);
    this.name = name;
  }

  /** Whether the number is good. */
  good() {
    const { input, name } = this;
    const empty = input.value === '' && !input.validity.badInput;
    const good = empty ? input.placeholder !== '' : input.validity.valid;
    const nothing = input.placeholder ? `, or nothing for “${input.placeholder}”` : '';
    this.say(good ? '' : `${name}: a whole number from ${input.min} to ${input.max}${nothing}.`);
    return good;
  }

  /** Whether all are good; goes to the first that is not. */
  static check(fields) {
    const wrong = fields.filter((field) => !field.good());
    wrong[0]?.focus();
    return wrong.length === 0;
  }
}
