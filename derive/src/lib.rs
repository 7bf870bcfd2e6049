//! `#[derive(Go)]`: a Rust struct as a struct type of Go, a Rust enum as an integer type with constants, for
//! `minigo::embed`.

use proc_macro::TokenStream;
use quote::quote;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Error, Fields, LitStr, Result, parse_macro_input,
};

/// Words that Go writes in capitals in names.
const INITIALISMS: &[&str] = &[
    "api", "ascii", "cpu", "css", "dns", "eof", "guid", "html", "http", "https", "id", "ip",
    "json", "qps", "ram", "rpc", "sla", "smtp", "sql", "ssh", "tcp", "tls", "ttl", "udp", "ui",
    "uid", "uri", "url", "utf8", "uuid", "vm", "xml", "xsrf", "xss",
];

/// Implements `minigo::embed::Go` for a struct with named fields, or an enum whose variants have no fields.
///
/// The Go type has the Rust type's name, and fields have the Rust fields' names in Go's form: `user_id` is `UserID`. An
/// enum becomes an `int` type with a constant for each variant, whose name begins with the type's: `ColorRed`.
/// `#[go(name = "…")]` on the type, a field or a variant sets another name.
#[proc_macro_derive(Go, attributes(go))]
pub fn derive_go(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement(&input).unwrap_or_else(Error::into_compile_error).into()
}

#[allow(clippy::too_many_lines, reason = "a third of the lines is one quotation")]
fn implement(input: &DeriveInput) -> Result<proc_macro2::TokenStream> {
    let refuse = |why: &str| Err(Error::new_spanned(&input.ident, why));
    if !input.generics.params.is_empty() {
        return refuse("a type of Go has no Rust parameters");
    }
    let name = name_of(&input.attrs)?.unwrap_or_else(|| input.ident.to_string());
    check_name(&name, &input.ident)?;
    let data = match &input.data {
        Data::Struct(data) => data,
        Data::Enum(data) => return implement_enum(input, &name, data),
        Data::Union(_) => return refuse("only structs and enums can be derived"),
    };
    let Fields::Named(fields) = &data.fields else {
        return refuse("the fields of a struct of Go have names");
    };
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
                types.is_declared::<Self>(id)
            }

            #[allow(unused_variables, reason = "a struct without fields stores none")]
            unsafe fn write(
                &self,
                cx: &mut ::minigo::embed::Cx<'_>,
                to: *mut u8,
            ) -> ::std::result::Result<(), ::minigo::embed::Invalid> {
                const OFFSETS: &[(usize, usize)] = &[
                    #((<#types as ::minigo::embed::Go>::SIZE, <#types as ::minigo::embed::Go>::ALIGN)),*
                ];
                #(
                    // SAFETY: the field lies at its offset in the value, which is the caller's promise.
                    unsafe {
                        let at = const { ::minigo::embed::derived::offset(OFFSETS, #places) };
                        ::minigo::embed::Go::write(&self.#idents, cx, to.add(at))?;
                    }
                )*
                ::std::result::Result::Ok(())
            }

            #[allow(unused_variables, reason = "a struct without fields loads none")]
            unsafe fn read(
                cx: &::minigo::embed::Cx<'_>,
                from: *const u8,
            ) -> ::std::result::Result<Self, ::minigo::embed::Invalid> {
                const OFFSETS: &[(usize, usize)] = &[
                    #((<#types as ::minigo::embed::Go>::SIZE, <#types as ::minigo::embed::Go>::ALIGN)),*
                ];
                ::std::result::Result::Ok(Self {
                    #(
                        // SAFETY: the field lies at its offset in the value, which is the caller's promise.
                        #idents: unsafe {
                            let at = const { ::minigo::embed::derived::offset(OFFSETS, #places) };
                            <#types as ::minigo::embed::Go>::read(cx, from.add(at))?
                        },
                    )*
                })
            }
        }
    })
}

fn implement_enum(
    input: &DeriveInput,
    name: &str,
    data: &DataEnum,
) -> Result<proc_macro2::TokenStream> {
    let (mut names, mut idents) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "a variant with fields is no constant of Go"));
        }
        let own = name_of(&variant.attrs)?.unwrap_or_else(|| format!("{name}{}", variant.ident));
        check_name(&own, &variant.ident)?;
        if names.contains(&own) {
            return Err(Error::new_spanned(variant, format!("constant {own} exists already")));
        }
        names.push(own);
        idents.push(&variant.ident);
    }
    if names.is_empty() {
        return Err(Error::new_spanned(&input.ident, "an enum without variants has no values"));
    }
    let ty = &input.ident;
    Ok(quote! {
        // SAFETY: the Go type is `int`, and `write` stores an `int`.
        unsafe impl ::minigo::embed::Go for #ty {
            const SIZE: usize = 8;
            const ALIGN: usize = 8;
            const HAS_POINTERS: bool = false;

            fn declare(declarations: &mut ::minigo::embed::Declarations) -> ::std::string::String {
                declarations.enum_type::<Self>(#name, &[#((#names, Self::#idents as isize)),*])
            }

            fn is(types: ::minigo::embed::GoTypes<'_>, id: ::minigo::embed::derived::TypeId) -> bool {
                types.is_declared::<Self>(id)
            }

            unsafe fn write(
                &self,
                _: &mut ::minigo::embed::Cx<'_>,
                to: *mut u8,
            ) -> ::std::result::Result<(), ::minigo::embed::Invalid> {
                let value = match self {
                    #(Self::#idents => Self::#idents as isize,)*
                };
                // SAFETY: the caller of `write` promises that `to` has room for the Go value.
                unsafe { to.cast::<isize>().write(value) };
                ::std::result::Result::Ok(())
            }

            unsafe fn read(
                _: &::minigo::embed::Cx<'_>,
                from: *const u8,
            ) -> ::std::result::Result<Self, ::minigo::embed::Invalid> {
                // SAFETY: the caller of `read` promises that `from` points to a Go value of this type.
                let value = unsafe { from.cast::<isize>().read() };
                #(
                    if value == Self::#idents as isize {
                        return ::std::result::Result::Ok(Self::#idents);
                    }
                )*
                ::std::result::Result::Err(::minigo::embed::Invalid::variant(#name, value))
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
