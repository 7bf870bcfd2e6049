//! The help texts of the commands about modules.

/// The help text of a command; its first line is the usage.
pub(super) fn help_of(name: &str) -> &'static str {
    match name {
        "mod init" => INIT,
        "mod tidy" => TIDY,
        "mod download" => DOWNLOAD,
        "mod vendor" => VENDOR,
        "mod graph" => GRAPH,
        "mod verify" => VERIFY,
        "mod why" => WHY,
        "mod edit" => EDIT,
        "get" => GET,
        "work init" => WORK_INIT,
        "work use" => WORK_USE,
        "work edit" => WORK_EDIT,
        "work sync" => WORK_SYNC,
        "work vendor" => WORK_VENDOR,
        "work" => WORK,
        _ => MOD,
    }
}

const MOD: &str = "usage: minigo mod <command> [arguments]

    init        make a go.mod in this directory
    tidy        make go.mod and go.sum say what the packages need
    download    download modules to the module cache
    vendor      copy the packages of other modules to vendor
    graph       print the module graph
    verify      compare the module cache with the sums of the downloads
    why         explain why packages or modules are needed
    edit        edit go.mod from scripts

All of them take -modfile FILE, another file than go.mod, and -modcacherw, which leaves new directories of the module
cache writable. `minigo mod <command> --help` says more of one.
";

const INIT: &str = "usage: minigo mod init MODULE

Makes a go.mod in the working directory for a module with this path.
";

const TIDY: &str = "usage: minigo mod tidy [-e] [-v] [-diff] [-go=VERSION] [-compat=VERSION]

Adds the modules that packages of the main module and their tests need, and removes what they do not; the same for
go.sum. All build tags count, but ignore.

    -e        go on after errors of packages
    -v        print the modules that are removed
    -diff     print what would change, change nothing; exit status 1 if something would
    -go       set the go line
    -compat   keep the sums that this version of Go needs to read the module graph
";

const DOWNLOAD: &str = "usage: minigo mod download [-json] [MODULE[@QUERY]...]

Downloads modules to the module cache and verifies them: those that are named, else those that the main module requires
(before go 1.17, all of the module graph).

    -json     print for each module where its files are, and its sums
";

const VENDOR: &str = "usage: minigo mod vendor [-e] [-v] [-o DIR]

Makes the directory vendor anew, with all packages of other modules that the main module's packages and tests need, and
vendor/modules.txt.

    -e        go on after errors of packages
    -v        print the modules and packages
    -o        another directory than vendor
";

const GRAPH: &str = "usage: minigo mod graph [-go=VERSION]

Prints the module graph after all replacements: a module and one that it requires on each line.

    -go       as this version of Go reads it
";

const VERIFY: &str = "usage: minigo mod verify

Compares the zip files and directories of the main module's dependencies in the module cache with the sums of the
downloads. Exit status 1 if something has been changed.
";

const WHY: &str = "usage: minigo mod why [-m] [-vendor] PACKAGES

Prints the shortest way of imports from the main module to each package.

    -m        the words are modules
    -vendor   without the tests of dependencies
";

const EDIT: &str = "usage: minigo mod edit [EDITS] [-fmt|-print|-json] [GO.MOD]

Edits go.mod without looking at other modules. The edits, in order, each as often as wanted:

    -module=PATH  -go=VERSION  -toolchain=NAME  (VERSION and NAME may be none)
    -require=PATH@VERSION   -droprequire=PATH
    -exclude=PATH@VERSION   -dropexclude=PATH@VERSION
    -replace=OLD[@V]=NEW[@V]   -dropreplace=OLD[@V]
    -retract=VERSION|[LOW,HIGH]   -dropretract=VERSION|[LOW,HIGH]
    -tool=PATH  -droptool=PATH  -ignore=PATH  -dropignore=PATH
    -godebug=KEY=VALUE  -dropgodebug=KEY

    -fmt      format only
    -print    print the result, write nothing
    -json     print the result as JSON, write nothing
";

const GET: &str = "usage: minigo get [-t] [-u[=patch]] [-tool] [PACKAGE[@QUERY]...]

Adds, upgrades, downgrades or removes what go.mod requires, so that it has these packages or modules. A query is a
version, a prefix of one (v1.2), a comparison (<v1.5), latest, upgrade (the default), patch, a revision that the proxy
knows, or none, which removes the module.

    -t        count the tests of the packages too
    -u        upgrade all modules whose packages they import; -u=patch to the latest patch
    -tool     add a tool line for each package, or remove it
";

const WORK: &str = "usage: minigo work <command> [arguments]

    init        make a go.work in this directory
    use         add modules to the workspace, or remove those that are gone
    edit        edit go.work from scripts
    sync        raise the requirements of the modules to the versions of the workspace
    vendor      copy the packages of other modules to vendor

`minigo work <command> --help` says more of one.
";

const WORK_INIT: &str = "usage: minigo work init [DIRS]

Makes a go.work in the working directory that uses the modules in these directories.
";

const WORK_USE: &str = "usage: minigo work use [-r] [DIRS]

Adds the modules in these directories to the workspace; a directory without go.mod is removed from it.

    -r        look for modules below the directories too
";

const WORK_EDIT: &str = "usage: minigo work edit [EDITS] [-fmt|-print|-json] [GO.WORK]

Edits go.work without looking at the modules: -use=DIR, -dropuse=DIR, -go=VERSION, -toolchain=NAME,
-replace=OLD[@V]=NEW[@V], -dropreplace=OLD[@V], -godebug=KEY=VALUE, -dropgodebug=KEY.
";

const WORK_SYNC: &str = "usage: minigo work sync

Raises what each module of the workspace requires to the version that the workspace selects.
";

const WORK_VENDOR: &str = "usage: minigo work vendor [-e] [-v] [-o DIR]

Makes the directory vendor of the workspace anew, with all packages of other modules that its modules need.
";
