//! `#[derive(Go)]`: a Rust struct as a struct type of Go, for `minigo::embed`.
//!
//! The Go type has the name of the Rust type, and each field the field's name in Go's form: `user_id` is `UserID`.
//! `#[go(name = "…")]` on the struct or a field gives another name.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Fields, LitStr, Result, parse_macro_input};

/// Words that Go writes in capitals in names.
const INITIALISMS: &[&str] = &[
    "api", "ascii", "cpu", "css", "dns", "eof", "guid", "html", "http", "https", "id", "ip",
    "json", "qps", "ram", "rpc", "sla", "smtp", "sql", "ssh", "tcp", "tls", "ttl", "udp", "ui",
    "uid", "uri", "url", "utf8", "uuid", "vm", "xml", "xsrf", "xss",
];

/// Implements `minigo::embed::Go` for a struct with named fields.
#[proc_macro_derive(Go, attributes(go))]
pub fn derive_go(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn implement(input: &DeriveInput) -> Result<proc_macro2::TokenStream> {
    let refuse = |why: &str| Err(Error::new_spanned(&input.ident, why));
    if !input.generics.params.is_empty() {
        return refuse("a type of Go has no Rust parameters");
    }
    let Data::Struct(data) = &input.data else {
        return refuse("only structs can be derived");
    };
    let Fields::Named(fields) = &data.fields else {
        return refuse("the fields of a struct of Go have names");
    };
    let name = name_of(&input.attrs)?.unwrap_or_else(|| input.ident.to_string());
    check_name(&name, &input.ident)?;
    let (mut names, mut idents, mut types) = (Vec::new(), Vec::new(), Vec::new());
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        let name = name_of(&field.attrs)?.unwrap_or_else(|| go_name(&ident.to_string()));
        check_name(&name, ident)?;
        if names.contains(&name) {
            return Err(Error::new_spanned(ident, format!("field {name} exists already")));
        }
        names.push(name);
        idents.push(ident);
        types.push(&field.ty);
    }
    let (ty, places) = (&input.ident, 0..idents.len());
    let places: Vec<usize> = places.collect();
    Ok(quote! {
        // SAFETY: offsets, size and alignment follow Go's rules from those of the fields, and each field is stored.
        unsafe impl ::minigo::embed::Go for #ty {
            const SIZE: usize = ::minigo::embed::derived::size(&[
                #((<#types as ::minigo::embed::Go>::SIZE, <#types as ::minigo::embed::Go>::ALIGN)),*
            ]);
            const ALIGN: usize = ::minigo::embed::derived::align(&[
                #(<#types as ::minigo::embed::Go>::ALIGN),*
            ]);
            const HAS_POINTERS: bool = false #(|| <#types as ::minigo::embed::Go>::HAS_POINTERS)*;

            fn declare(declarations: &mut ::minigo::embed::Declarations) -> ::std::string::String {
                declarations.struct_type::<Self>(#name, |declarations| ::std::vec![
                    #((#names, <#types as ::minigo::embed::Go>::declare(declarations))),*
                ])
            }

            fn is(types: ::minigo::embed::GoTypes<'_>, id: ::minigo::embed::derived::TypeId) -> bool {
                types.is_struct::<Self>(id)
            }

            #[allow(unused_variables, reason = "a struct without fields stores none")]
            unsafe fn write(&self, cx: &mut ::minigo::embed::Cx<'_>, to: *mut u8) {
                const OFFSETS: &[(usize, usize)] = &[
                    #((<#types as ::minigo::embed::Go>::SIZE, <#types as ::minigo::embed::Go>::ALIGN)),*
                ];
                #(
                    // SAFETY: the field lies at its offset in the value, which is the caller's promise.
                    unsafe {
                        let at = const { ::minigo::embed::derived::offset(OFFSETS, #places) };
                        ::minigo::embed::Go::write(&self.#idents, cx, to.add(at));
                    }
                )*
            }

            #[allow(unused_variables, reason = "a struct without fields loads none")]
            unsafe fn read(from: *const u8) -> Self {
                const OFFSETS: &[(usize, usize)] = &[
                    #((<#types as ::minigo::embed::Go>::SIZE, <#types as ::minigo::embed::Go>::ALIGN)),*
                ];
                Self {
                    #(
                        // SAFETY: as for `write`.
                        #idents: unsafe {
                            let at = const { ::minigo::embed::derived::offset(OFFSETS, #places) };
                            <#types as ::minigo::embed::Go>::read(from.add(at))
                        },
                    )*
                }
            }
        }
    })
}

/// Returns the name that a `#[go(name = "…")]` attribute gives.
fn name_of(attributes: &[Attribute]) -> Result<Option<String>> {
    let mut name = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("go")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("name") {
                return Err(meta.error("the attribute has a name: #[go(name = \"…\")]"));
            }
            name = Some(meta.value()?.parse::<LitStr>()?.value());
            Ok(())
        })?;
    }
    Ok(name)
}

/// Refuses a name that is not an exported identifier of Go.
fn check_name(name: &str, at: &impl quote::ToTokens) -> Result<()> {
    let is_exported = name.starts_with(char::is_uppercase)
        && name.chars().all(|c| c == '_' || c.is_alphanumeric());
    let why = || Error::new_spanned(at, format!("{name:?} is no exported name of Go"));
    if is_exported { Ok(()) } else { Err(why()) }
}

/// Returns a Rust field's name in Go's form.
fn go_name(name: &str) -> String {
    let words = name.trim_start_matches("r#").split('_').filter(|word| !word.is_empty());
    words.map(go_word).collect()
}

fn go_word(word: &str) -> String {
    if INITIALISMS.contains(&word) {
        return word.to_uppercase();
    }
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::go_name;

    #[test]
    fn names_have_gos_form() {
        assert_eq!(go_name("total"), "Total");
        assert_eq!(go_name("user_id"), "UserID");
        assert_eq!(go_name("http_status_code"), "HTTPStatusCode");
        assert_eq!(go_name("r#type"), "Type");
    }
}
