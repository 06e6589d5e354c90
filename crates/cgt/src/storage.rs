//! Putting all forms away and taking them up again.

use crate::forms::{Form, Forms};

impl Forms {
    /// The options of every form, Left's and Right's, in the order of ids; options have smaller
    /// ids than what has them. This is all that [`Forms::from_parts`] needs.
    pub fn options_flat(&self) -> impl ExactSizeIterator<Item = (&[Form], &[Form])> {
        self.iter().map(|form| (self.left(form), self.right(form)))
    }

    /// The forms with these options (ids), in this order. All is checked: ids, order, that every
    /// form is canonical, that none comes twice and that none lacks its negative.
    pub fn from_parts<S: AsRef<[u32]>>(
        parts: impl IntoIterator<Item = (S, S)>,
    ) -> Result<Forms, String> {
        let mut forms = Forms::new();
        let mut count = 0;
        for (index, (left, right)) in parts.into_iter().enumerate() {
            let left = forms.checked_options(index, left.as_ref())?;
            let right = forms.checked_options(index, right.as_ref())?;
            // A form may be there already as the negative of the one before.
            if index >= forms.len() {
                // Not by way of sets, which may find the negative of the form first.
                let mut for_left = left.clone();
                let mut for_right: Vec<Form> =
                    right.iter().map(|&form| forms.negate(form)).collect();
                forms.drop_dominated(&mut for_left);
                forms.drop_dominated(&mut for_right);
                forms.reduce(&for_left, &for_right);
            }
            let made = forms.get(index as u32);
            if made.is_none_or(|form| forms.left(form) != left || forms.right(form) != right) {
                return Err(format!("form {index} is not canonical or not in its place"));
            }
            count = index + 1;
        }
        if count < forms.len() {
            return Err(format!("there are {count} forms, but {} are needed", forms.len()));
        }
        Ok(forms)
    }

    /// Refuses options with numbers so fine that making a form of them could leave the range of
    /// [`crate::Dyadic`]. A form halves at most once more than its options, and no number is
    /// larger than there are forms.
    pub(crate) fn check_fineness(&self, options: &[Form]) -> Result<(), String> {
        match options.iter().map(|&form| self.thermograph(form).fineness()).max() {
            Some(fineness) if fineness > 30 => Err("numbers finer than 1/2^30".into()),
            _ => Ok(()),
        }
    }

    fn checked_options(&self, index: usize, ids: &[u32]) -> Result<Vec<Form>, String> {
        let known = index.min(self.len());
        if ids.iter().any(|&id| id as usize >= known) {
            return Err(format!("form {index} has an option that does not come before it"));
        }
        if !ids.is_sorted_by(|a, b| a < b) {
            return Err(format!("the options of form {index} are not in ascending order"));
        }
        let options: Vec<Form> = ids.iter().map(|&id| Form(id)).collect();
        self.check_fineness(&options)?;
        Ok(options)
    }
}
